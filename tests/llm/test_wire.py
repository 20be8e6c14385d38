"""What goes to a provider, and how a server's refusals are learned from."""

from engine.llm.port import Ask, Message
from engine.llm.wire import Server, messages_json

ASK = Ask((Message("user", "x"),), {"type": "object", "properties": {"a": {"type": "integer"}}}, "my plan!")


def test_at_most_four_prefixes_are_marked_the_longest_ones() -> None:
    messages = tuple(Message("user", str(number), cache=True) for number in range(6))
    told = messages_json(messages, marks=True)
    assert [isinstance(each["content"], list) for each in told] == [False, False, True, True, True, True]
    assert all(isinstance(each["content"], str) for each in messages_json(messages, marks=False))


def test_the_schemas_name_is_one_that_providers_take() -> None:
    made = Server("strict").ask(ASK).response_format
    assert made is not None
    assert made["json_schema"]["name"] == "my_plan_"


def test_two_asks_refused_side_by_side_lower_the_form_once() -> None:
    server = Server("strict")
    first, second = server.ask(ASK), server.ask(ASK)
    assert server.gives_up(first, "json_schema is not supported")
    assert server.gives_up(second, "json_schema is not supported")
    assert server.ask(ASK).form == "json_object"


def test_a_refusal_about_something_else_gives_up_nothing() -> None:
    server = Server("strict")
    assert not server.gives_up(server.ask(ASK), "there is no such model")
    assert server.ask(ASK).form == "json_schema"


def test_a_model_of_dialect_none_is_asked_without_a_form_and_says_so() -> None:
    sent = Server("none").ask(ASK)
    assert (sent.response_format, sent.schema_enforced) == (None, False)
    assert Server("none").ask(Ask(ASK.messages)).schema_enforced is None
