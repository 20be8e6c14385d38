"""A mistake in a task, a flow or the tools of one is found where it stands, with the mend."""

import shutil
from pathlib import Path

import pytest

from engine.errors import Problem
from engine.runtime.revision import inspect

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PICK, DAILY = "books/rules/tasks/recommend.yaml", "comments/rules/flows/daily.yaml"
REWRITE, JUDGE = "comments/rules/tasks/rewrite.yaml", "comments/rules/tasks/unsuitable.yaml"
CASES = "comments/rules/tasks/unsuitable.cases.yaml"
COLLECT, KEEP = "comments/rules/tools/collect_comments.yaml", "comments/rules/tools/keep_day.yaml"
MISTAKES = [
    ("TASK001", JUDGE, "template: unsuitable", "template: unsuitabel", "unsuitable"),
    ("TASK002", JUDGE, "{comments: list}", "{coments: list}", "comments"),
    ("TASK002", JUDGE, "{comments: list}", "{comments: list, error: text}", "take it out"),
    ("TASK002", "comments/prompt_templates/prompts.yaml", "[comments, error]", "[comments]", "attempts: 1"),
    ("TASK003", JUDGE, "attempts: 2", "model: dmo", "demo"),
    ("TASK003", "comments/rules/pack.yaml", "roles: {tasks: demo}", "roles: {}", "model: NAME"),
    ("TASK004", JUDGE, "{from: comments}", "{from: commants}", "comments"),
    ("TASK004", REWRITE, "names: companies", "names: companys", "companies"),
    ("TASK004", REWRITE, "flat: [보합", "flat: [상승, 보합", ""),
    ("TASK004", PICK, "count: count\n", "count: member\n", "count"),
    ("TASK004", "books/rules/tasks/blurb.yaml", "at_least: 10", "at_least: 1000", ""),
    ("FLOW001", DAILY, "{id: companies,", "{id: input,", ""),
    ("FLOW001", DAILY, "{id: companies,", "{id: collect,", ""),
    ("FLOW002", DAILY, "task: unsuitable", "task: unsuitabel", "unsuitable"),
    ("FLOW002", DAILY, "tool: known_companies", "tool: known_company", "known_companies"),
    ("FLOW003", DAILY, "{company: $input.company}}", "{compny: $input.company}}", "company"),
    ("FLOW003", DAILY, ", comments: $judge.kept}", "}", "comments: …"),
    ("FLOW003", DAILY, 'summary: ""}', 'sumary: ""}', "summary"),
    ("FLOW004", DAILY, "kept: $judge.kept\n", "kept: $juge.kept\n", "$STEP.FIELD"),
    ("FLOW004", DAILY, "company: $input.company\n", "company: $input.compny\n", "company"),
    ("FLOW004", DAILY, "tool: known_companies", "tool: known_companies, deps: [colect]", "collect"),
    ("FLOW005", DAILY, "comments: $judge.kept, companies", "comments: $rewrite.items, companies", ""),
    ("CASE001", CASES, "of: task/unsuitable", "of: task", "of: task/rewrite"),
    ("CASE001", CASES, "of: task/unsuitable", "of: task/unsuitabel", "unsuitable"),
    ("CASE003", CASES, ", kind: no_input}", "}", "value: …"),
    ("CASE004", CASES, ", kind: no_input}", ", kind: no_input, status: done}", ""),
    (
        "TOOL013",
        "comments/rules/tools/known_companies.yaml",
        "does: source",
        "does: python\npython: word_count",
        "rulewright.tools",
    ),
    ("TOOL001", COLLECT, "does: source", "does: store", ""),
    ("TOOL001", KEEP, "store: {file: days.jsonl, id: company}", "", ""),
    ("TOOL009", COLLECT, "file: data/comments.jsonl", "file: data/coments.jsonl", ""),
    ("TOOL009", COLLECT, "where: {company: company}", "where: {company: compny}", "company"),
    ("TOOL009", KEEP, "id: company}", "id: compny}", "company"),
]


@pytest.mark.parametrize(("code", "file", "old", "new", "hint"), MISTAKES, ids=lambda v: str(v)[:28])
def test_a_mistake_is_found_where_it_stands(
    tmp_path: Path, code: str, file: str, old: str, new: str, hint: str
) -> None:
    name, _, inner = file.partition("/")
    pack = tmp_path / name
    shutil.copytree(EXAMPLES / name, pack)
    text = (pack / inner).read_text(encoding="utf-8")
    assert old in text
    (pack / inner).write_text(text.replace(old, new, 1), encoding="utf-8")
    found: list[Problem] = [problem for problem in inspect(pack).problems if problem.code == code]
    assert found, [str(problem) for problem in inspect(pack).problems]
    assert all(problem.line > 0 and problem.column > 0 for problem in found)
    assert hint in found[0].hint


@pytest.mark.parametrize("name", ["books", "comments"])
def test_the_examples_are_without_problems(name: str) -> None:
    assert inspect(EXAMPLES / name).problems == ()


def test_a_contract_is_one_kind(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLES / "comments", tmp_path / "p")
    file = tmp_path / "p" / "rules" / "tasks" / "unsuitable.yaml"
    both = "contract: {select: {from: comments}, text: {at_most: 10}}"
    file.write_text(file.read_text(encoding="utf-8").replace("contract: {select: {from: comments}}", both))
    (problem,) = inspect(tmp_path / "p").problems
    assert problem.file == "rules/tasks/unsuitable.yaml"
    assert "exactly one of select, rewrite, pick, extract and text" in problem.message
