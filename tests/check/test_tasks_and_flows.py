"""A mistake in a task, a flow or the tools of one is found where it stands, with the mend."""

import shutil
from pathlib import Path

import pytest

from engine.errors import Problem
from engine.runtime.revision import inspect

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PICK, DAILY = "books/rules/tasks/recommend.yaml", "comments/rules/flows/daily.yaml"
REWRITE, JUDGE = "comments/rules/tasks/rewrite.yaml", "comments/rules/tasks/unsuitable.yaml"
REGISTER = "books/rules/flows/register.yaml"
DAILY_CASES = "comments/rules/flows/daily.cases.yaml"
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
    ("FLOW003", DAILY, 'companies: "$companies.rows[*].name"', "companies: 한빛전자", ""),
    ("FLOW003", DAILY, "without: {kept: []", "without: {kept: none", ""),
    ("FLOW004", DAILY, "comments: $judge.kept, companies", "comments: judge.kept, companies", "$judge.kept"),
    ("FLOW004", DAILY, "company: $input.company\n", "company: input.company\n", "$input.company"),
    ("FLOW004", DAILY, "summary: $summary.text\n", "summary: $summary.txt\n", "text"),
    ("FLOW004", DAILY, "removed: $judge.removed\n", "removed: $judge.remove\n", "removed"),
    ("FLOW004", DAILY, "comments: $collect.rows\n", "comments: $collect.row\n", "rows"),
    ("FLOW004", DAILY, "result:\n", "result:\n  replaced: $keep.replace\n", "replaced"),
    ("FLOW004", DAILY, "$collect.rows[*].text", "$collect.rows[*].txt", "text"),
    ("FLOW004", DAILY, "$companies.rows[*].name", "$companies.rows[*].nmae", "name"),
    ("FLOW006", PICK, "subject, pages, price]", "subject, pages, prise]", "price"),
    ("FLOW006", PICK, "id: id", "id: ident", "id, title"),
    ("FLOW005", DAILY, "comments: $judge.kept, companies", "comments: $rewrite.items, companies", ""),
    ("CASE001", CASES, "of: task/unsuitable", "of: task", "of: task/rewrite"),
    ("CASE001", CASES, "of: task/unsuitable", "of: task/unsuitabel", "unsuitable"),
    ("CASE003", CASES, ", kind: no_input}", "}", "value: …"),
    ("CASE004", CASES, ", kind: no_input}", ", kind: no_input, status: done}", ""),
    ("CASE004", CASES, "inputs: {comments: [좋아요, 광고", "inputs: {coments: [좋아요, 광고", "comments"),
    ("CASE004", DAILY_CASES, "input: {company: 한빛전자}", "input: {compny: 한빛전자}", "company"),
    ("CASE004", DAILY_CASES, "missing: {kept: ", "missing: {keept: ", "kept"),
    ("CASE004", DAILY_CASES, "      rewritten:\n", "      rewriten:\n", "rewritten"),
    (
        "TOOL013",
        "comments/rules/tools/known_companies.yaml",
        "does: source",
        "does: python\npython: word_count",
        "rulewright.tools",
    ),
    ("TOOL001", COLLECT, "does: source", "does: task", ""),
    ("TOOL001", KEEP, "store: {file: days.jsonl, id: company}", "", ""),
    ("TOOL009", COLLECT, "file: data/comments.jsonl", "file: data/coments.jsonl", "data/comments.jsonl"),
    ("TOOL009", COLLECT, "  where: {company: company}", "  where: {compny: company}", "company"),
    ("TOOL009", COLLECT, "where: {name: company}", "where: {nmae: company}", "name"),
    (
        "TOOL009",
        "books/rules/tools/catalogue.yaml",
        "leave_out: {id: read}",
        "leave_out: {ident: read}",
        "id",
    ),
    ("TOOL009", COLLECT, "{rows: list, count", "{row: list, count", "rows"),
    ("TOOL009", KEEP, "replaced: flag", "replcaed: flag", "replaced"),
    ("TOOL011", "comments/data/comments.jsonl", '{"id": 2, ', '{"id": 2 ', "mend the file"),
    ("TOOL009", COLLECT, "where: {company: company}", "where: {company: compny}", "company"),
    ("TOOL009", KEEP, "id: company}", "id: compny}", "company"),
    ("TOOL015", KEEP, "does: store", "does: store\nidempotent: true", "take it out"),
    ("TASK004", "comments/rules/tasks/summary.yaml", "from: comments", "from: company", "comments"),
    ("TOOL005", REGISTER, "{type: text, at_most: 60}", "{type: text, values: [a]}", "type: choice"),
    ("TOOL005", REGISTER, "{type: text, at_most: 60}", "{type: choice}", "values: […]"),
    ("TOOL005", REGISTER, "{type: text, at_most: 60}", "{type: text, of: text}", "type: list, or"),
    ("TOOL005", REGISTER, "{type: text, at_most: 60}", "{type: wants}", "type: mapping"),
    ("CONF002", REGISTER, "{type: text, at_most: 60}", "{type: text, refs: deny}", ""),
    ("TASK004", "comments/rules/tasks/rewrite.yaml", "원, 주, 배]", "원, 퍼센트, 배]", "take it out of one"),
    ("TASK004", "comments/rules/tasks/rewrite.yaml", "[보합,", "[급등, 보합,", "take it out of one"),
    (
        "TMPL016",
        "comments/prompt_templates/summary.md.j2",
        "{{ company|data }}",
        "{{ company }}",
        "{{ company|data }}",
    ),
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


def test_what_a_file_may_get_tomorrow_is_a_warning_and_what_no_step_can_give_an_error(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLES / "comments", tmp_path / "p")
    file = tmp_path / "p" / "rules" / "flows" / "daily.yaml"
    text = file.read_text(encoding="utf-8").replace("$collect.rows[*].text", "$collect.rows[*].txt")
    file.write_text(text.replace("kept: $judge.kept\n", "kept: $judge.kpet\n"), encoding="utf-8")
    found = [(problem.severity, problem.message) for problem in inspect(tmp_path / "p").problems]
    assert ("warning", "$collect.rows[*].txt: no entry of rows has txt") in found
    assert ("error", "$judge.kpet: judge gives no kpet") in found


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
