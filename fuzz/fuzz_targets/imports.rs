//! Matrices of other tools; a record that is made of one is written and read.
#![no_main]

use killrate_fuzz::choice_and_text;
use killrate_import::{
    ImportOptions, MajorFiles, MajorKillDetails, VariantsFiles, VariantsTable, major,
    major_kill_details, mutation_testing_elements, pit, tidy, variants,
};
use killrate_model::{DataSetName, StudyName, SubjectName};
use killrate_record::{from_json_lines, to_json_lines};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, text)) = choice_and_text(bytes) else {
        return;
    };
    let options = ImportOptions {
        subject: SubjectName::new("subject").expect("a name"),
        study: StudyName::new("study").expect("a name"),
    };
    // Files of one matrix are apart by a line of dashes.
    let mut parts = text.split("\n----\n");
    let (first, second) = (parts.next().unwrap_or_default(), parts.next());
    let read = match choice % 6 {
        0 => tidy(text, &options),
        1 => pit(text, &options),
        2 => mutation_testing_elements(text, &options),
        3 => {
            let files = MajorFiles {
                kill_map: first,
                mutants: second.unwrap_or_default(),
                tests: parts.next(),
                coverage: parts.next(),
            };
            major(&files, &options)
        }
        5 => {
            let missed = [DataSetName::new("missed").expect("a name")];
            let files = VariantsFiles {
                variants: VariantsTable {
                    name: "variants.csv",
                    text: first,
                },
                placebos: second.map(|text| VariantsTable {
                    name: "placebos.csv",
                    text,
                }),
                // Most tables have no such case, and would all be refused for it.
                missed: if first.contains("missed") { &missed } else { &[] },
                ranks: choice >= 128,
            };
            variants(&files, &options)
        }
        _ => {
            let files = MajorKillDetails {
                kills: first,
                file: "kill.csv",
                mutants: second.unwrap_or_default(),
            };
            major_kill_details(&files, &options)
        }
    };
    match read {
        Ok(record) => {
            let written = to_json_lines(&record);
            let again = from_json_lines(&written).expect("what was written is read");
            assert_eq!(to_json_lines(&again), written);
        }
        Err(error) => drop(error.to_string()),
    }
});
