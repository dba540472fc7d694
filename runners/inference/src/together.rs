//! Tasks that call the same functions advance together, so that their calls are few large tables.
//!
//! A table may cost a process. Every task runs in a thread of its own and waits whenever it calls a
//! function; once all tasks wait, their tables are joined, in the order of the tasks, and called as
//! one. What a task sees does not depend on the others, so the results are the same as one by one.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use crate::{CallError, Function, Number, Returned};

/// Tasks that wait for each other at the same time.
const MOST: usize = 256;

/// What a task tells the thread that calls.
enum Said {
    /// It wants results of a function.
    Asks {
        task: usize,
        function: usize,
        table: Vec<f64>,
    },
    /// It is done, or gave up.
    Ends,
}

/// A function as a task sees it.
struct Distant {
    task: usize,
    function: usize,
    arguments: Vec<Number>,
    result: Number,
    asks: Sender<Said>,
    answers: Receiver<Vec<Returned>>,
}

/// Says that a task ends, even when it panics: all others wait for it.
struct Ends(Sender<Said>);

impl Drop for Ends {
    fn drop(&mut self) {
        // Nobody listens when a call failed.
        let _ = self.0.send(Said::Ends);
    }
}

#[derive(Debug, thiserror::Error)]
#[error("a table of another task could not be called")]
struct Abandoned;

impl Function for Distant {
    fn arity(&self) -> usize {
        self.arguments.len()
    }

    fn argument(&self, index: usize) -> Number {
        self.arguments[index]
    }

    fn result(&self) -> Number {
        self.result
    }

    fn call(&mut self, arguments: &[f64]) -> Result<Vec<Returned>, CallError> {
        let asked = Said::Asks {
            task: self.task,
            function: self.function,
            table: arguments.to_vec(),
        };
        let abandoned = |_| CallError::new(Abandoned);
        self.asks
            .send(asked)
            .map_err(|_| CallError::new(Abandoned))?;
        self.answers.recv().map_err(abandoned)
    }
}

/// Runs tasks and gives their results in order; the first failed call ends all of them.
pub(crate) fn together<T: Send>(
    functions: &mut [&mut dyn Function],
    tasks: Vec<impl FnOnce(&mut [&mut dyn Function]) -> Result<T, CallError> + Send>,
) -> Result<Vec<T>, CallError> {
    let mut results = Vec::with_capacity(tasks.len());
    let mut tasks = tasks.into_iter();
    loop {
        let some: Vec<_> = tasks.by_ref().take(MOST).collect();
        if some.is_empty() {
            return Ok(results);
        }
        results.extend(at_once(functions, some)?);
    }
}

fn at_once<T: Send>(
    functions: &mut [&mut dyn Function],
    tasks: Vec<impl FnOnce(&mut [&mut dyn Function]) -> Result<T, CallError> + Send>,
) -> Result<Vec<T>, CallError> {
    thread::scope(|scope| {
        let (asks, asked) = channel();
        let mut answers: Vec<Vec<Sender<Vec<Returned>>>> = Vec::new();
        let mut handles = Vec::new();
        for (number, task) in tasks.into_iter().enumerate() {
            let mut distant = Vec::new();
            let mut senders = Vec::new();
            for (at, function) in functions.iter().enumerate() {
                let (sender, receiver) = channel();
                senders.push(sender);
                distant.push(Distant {
                    task: number,
                    function: at,
                    arguments: (0..function.arity())
                        .map(|at| function.argument(at))
                        .collect(),
                    result: function.result(),
                    asks: asks.clone(),
                    answers: receiver,
                });
            }
            answers.push(senders);
            let ends = Ends(asks.clone());
            handles.push(scope.spawn(move || {
                let _ends = ends;
                let mut functions: Vec<&mut dyn Function> = (distant.iter_mut())
                    .map(|one| one as &mut dyn Function)
                    .collect();
                task(&mut functions)
            }));
        }
        let served = serve(functions, &asked, &answers, handles.len());
        // Tasks that still wait give up now.
        drop((answers, asked));
        let mut results = Vec::new();
        for handle in handles {
            match handle.join() {
                Ok(result) => results.push(result),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        served?;
        results.into_iter().collect()
    })
}

/// Answers until all tasks have ended.
fn serve(
    functions: &mut [&mut dyn Function],
    asked: &Receiver<Said>,
    answers: &[Vec<Sender<Vec<Returned>>>],
    mut n_running: usize,
) -> Result<(), CallError> {
    let mut waiting = Vec::new();
    while n_running > 0 {
        match asked.recv() {
            Ok(Said::Asks {
                task,
                function,
                table,
            }) => waiting.push((function, task, table)),
            Ok(Said::Ends) => n_running -= 1,
            Err(_) => return Ok(()),
        }
        if n_running == 0 || waiting.len() < n_running {
            continue;
        }
        // The order of arrival must not show.
        waiting.sort_by_key(|(function, task, _)| (*function, *task));
        for (at, function) in functions.iter_mut().enumerate() {
            let asking = || waiting.iter().filter(|(one, _, _)| *one == at);
            let joined: Vec<f64> = asking().flat_map(|(_, _, table)| table).copied().collect();
            if joined.is_empty() {
                continue;
            }
            let arity = function.arity();
            let mut returned = function.call(&joined)?.into_iter();
            for (_, task, table) in asking() {
                let part = returned.by_ref().take(table.len() / arity).collect();
                // A task that ended in the meantime does not wait.
                let _ = answers[*task][at].send(part);
            }
        }
        waiting.clear();
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::InProcess;

    type Task = Box<dyn FnOnce(&mut [&mut dyn Function]) -> Result<f64, CallError> + Send>;

    /// Squares a number as often as told.
    fn squares(start: f64, times: u32) -> Task {
        Box::new(move |functions| {
            let mut value = start;
            for _ in 0..times {
                value = functions[0].call(&[value])?[0].finite().unwrap();
            }
            Ok(value)
        })
    }

    #[test]
    fn tasks_see_their_own_results_and_share_tables() {
        let n_tables = std::cell::Cell::new(0);
        struct Counted<'c>(&'c std::cell::Cell<u32>);
        impl Function for Counted<'_> {
            fn arity(&self) -> usize {
                1
            }
            fn call(&mut self, arguments: &[f64]) -> Result<Vec<Returned>, CallError> {
                self.0.set(self.0.get() + 1);
                Ok(arguments.iter().map(|x| Returned::Value(x * x)).collect())
            }
        }
        let mut square = Counted(&n_tables);
        let tasks = vec![squares(2.0, 3), squares(3.0, 1), squares(1.5, 0)];
        let results = together(&mut [&mut square], tasks).unwrap();
        assert_eq!(results, [256.0, 9.0, 1.5]);
        assert_eq!(n_tables.get(), 3);
    }

    #[test]
    fn a_failed_call_ends_all_tasks_with_its_own_error() {
        struct Fails;
        impl Function for Fails {
            fn arity(&self) -> usize {
                1
            }
            fn call(&mut self, _: &[f64]) -> Result<Vec<Returned>, CallError> {
                Err(CallError::new("the disk is full"))
            }
        }
        let tasks = vec![squares(2.0, 3), squares(3.0, 1)];
        let error = together(&mut [&mut Fails], tasks).unwrap_err();
        assert_eq!(error.to_string(), "the disk is full");
        let mut fine = InProcess::new(1, |row: &[f64]| row[0]);
        assert_eq!(
            together(&mut [&mut fine], vec![squares(1.0, 2)]).unwrap(),
            [1.0]
        );
    }
}
