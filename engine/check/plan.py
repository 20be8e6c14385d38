"""The plan policy: intents and strategies that can be planned with the pack's tools."""

from collections.abc import Iterator

from engine.config.plan_policy import Intent
from engine.config.revision import Document, Revision
from engine.errors import Problem
from engine.source.suggest import closest


def check_plan(revision: Revision) -> Iterator[Problem]:
    """Every problem of rules/plan.yaml."""
    document = revision.documents.get(("plan_policy", "plan_policy"))
    if document is None:
        if not revision.tools or revision.flows:
            return  # the pack only converts, or only runs flows
        message = "there is no rules/plan.yaml: sentences are converted, but plan and ask cannot answer them"
        hint = "copy rules/plan.yaml from the property pack (rulewright init DIR)"
        pack = revision.document("pack", "pack")
        yield pack.problem(["kind"], "CONF012", message, hint=hint, severity="warning")
        return
    policy = revision.plan_policy
    for index, intent in enumerate(policy.intents):
        yield from _intent(intent, index, document, revision)
    if policy.intents and not any(intent.otherwise for intent in policy.intents):
        message = "no intent fits a text that no other one fits: give the last one otherwise: true"
        yield document.problem(["intents"], "PLAN020", message)
    names = [strategy.name for strategy in policy.strategies]
    for index, strategy in enumerate(policy.strategies):
        if strategy.otherwise and index != len(names) - 1:
            message = f"otherwise fits always, so the strategies behind {strategy.name} never act"
            yield document.problem(["strategies", index], "PLAN021", message, hint="move it to the end")


def _intent(intent: Intent, index: int, document: Document, revision: Revision) -> Iterator[Problem]:
    path = ["intents", index]
    if intent.otherwise and index != len(revision.plan_policy.intents) - 1:
        message = f"otherwise fits always, so the intents behind {intent.name} never act"
        yield document.problem(path, "PLAN021", message, hint="move it to the end")
    if not intent.otherwise and "words" in intent.when and not intent.words:
        yield document.problem(path, "PLAN022", f"{intent.name} fits by its words, but has none")
    if intent.plan == "none":
        return
    for key, tool in (("each_place", intent.plan.each_place), ("then", intent.plan.then)):
        if tool is not None and tool not in revision.tools:
            message = f"{intent.name} plans the tool {tool}, which no file in rules/tools describes"
            hint = closest(tool, list(revision.tools)) or ""
            yield document.problem([*path, "plan", key], "PLAN023", message, hint=hint)
