//! Trees as text.

use crate::data::{Kind, Schema};
use crate::tree::{Node, Split, Test};

/// One line per test, indented by depth, each leaf with its class and its cases.
pub fn render_tree(tree: &Node, schema: &Schema) -> String {
    let mut text = String::new();
    if tree.split.is_none() {
        text.push_str(&render_leaf(tree, schema));
        text.push('\n');
    } else {
        render_subtree(tree, schema, 0, &mut text);
    }
    text
}

fn render_subtree(node: &Node, schema: &Schema, depth: usize, text: &mut String) {
    let Some(Split { test, branches }) = &node.split else {
        return;
    };
    for (branch, child) in branches.iter().enumerate() {
        text.push_str(&"|   ".repeat(depth));
        text.push_str(&render_answer(test, branch, schema));
        if child.split.is_none() {
            text.push_str(": ");
            text.push_str(&render_leaf(child, schema));
        }
        text.push('\n');
        render_subtree(child, schema, depth + 1, text);
    }
}

fn render_answer(test: &Test, branch: usize, schema: &Schema) -> String {
    let attribute = &schema.attributes[test.attribute()];
    match (test, &attribute.kind) {
        (Test::Nominal { .. }, Kind::Nominal(values)) => {
            format!("{} = {}", attribute.name, values[branch])
        }
        (Test::Threshold { cut, .. }, _) if branch == 0 => format!("{} <= {cut}", attribute.name),
        (Test::Threshold { cut, .. }, _) => format!("{} > {cut}", attribute.name),
        (Test::Nominal { .. }, Kind::Numeric) => {
            panic!("a nominal test asks about a nominal attribute")
        }
    }
}

fn render_leaf(leaf: &Node, schema: &Schema) -> String {
    let class = &schema.classes[leaf.leaf];
    let items = render_weight(leaf.items);
    if leaf.items <= 0.0 {
        return format!("{class} ({items})");
    }
    let errors = render_weight(leaf.items - leaf.class_dist[leaf.leaf]);
    if errors == "0" {
        format!("{class} ({items})")
    } else {
        format!("{class} ({items}/{errors})")
    }
}

/// At most two decimals, without zeros at the end.
fn render_weight(weight: f64) -> String {
    let text = format!("{weight:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::tests::training_set;
    use crate::grow::form_tree;
    use crate::prune::prune;
    use crate::state::State;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let data = training_set(text);
        let mut state = State::new(&data);
        let mut tree = form_tree(&mut state);
        prune(&mut state, &mut tree);
        assert_eq!(render_tree(&tree, &data.schema), expected);
    }

    #[test]
    fn a_single_leaf_is_one_line() {
        check("x,y\n1,a\n2,a\n3,b\n", "a (3/1)\n");
    }

    #[test]
    fn a_cut_has_two_lines() {
        check(
            "x,y\n0.50,a\n0.25,a\n0.125,a\n1e3,b\n2000,b\n3000,b\n",
            "x <= 0.5: a (3)\nx > 0.5: b (3)\n",
        );
    }

    #[test]
    fn subtrees_are_indented() {
        check(
            "w,x,y\nk,1,a\nk,1,a\nk,1,a\nk,2,b\nk,2,b\nk,2,b\nm,1,c\nm,2,c\nm,1,c\nm,2,c\n",
            "w = k\n|   x <= 1: a (3)\n|   x > 1: b (3)\nw = m: c (4)\n",
        );
    }

    #[test]
    fn shared_cases_have_decimals() {
        check(
            "x,y\nlow,a\nlow,a\nlow,a\nlow,a\nhigh,b\nhigh,b\nhigh,b\nhigh,b\n?,a\n",
            "x = high: b (4.5/0.5)\nx = low: a (4.5)\n",
        );
    }

    #[test]
    fn weights_are_rounded_to_hundredths() {
        assert_eq!(render_weight(100.0), "100");
        assert_eq!(render_weight(2.666_7), "2.67");
        assert_eq!(render_weight(0.1), "0.1");
    }
}
