from __future__ import annotations

from generator.evidence.samples.sample import function_sample, method_sample, module_sample, optimizer_sample
from generator.model.inventory import ApiEntry, ApiKind
from generator.model.signature import Signature

ADD = ApiEntry("torch.add", ApiKind.FUNCTION, (Signature.parse("(input, other, *, alpha=1)"),))
X, Y = {"given": "float32([1.0])"}, {"given": "float32([2.0])"}


def test_tensors_become_inputs_and_the_rest_code() -> None:
    """The inputs are called as the parameters are, so that an untold difference reads like a call."""
    made = function_sample("torch.add", {"args": [X, Y], "kwargs": {"alpha": {"code": "2"}}}, ADD)
    assert made.code == "y = torch.add(input, other, alpha=2)"
    assert made.given == {"input": "float32([1.0])", "other": "float32([2.0])"}


def test_lists_of_tensors_are_one_input_and_mixed_ones_are_written() -> None:
    """Both reach the call as the sample has them."""
    whole = function_sample("torch.cat", {"args": [{"list": [X, Y]}], "kwargs": {}}, None)
    assert (whole.code, whole.given) == ("y = torch.cat(x0)", {"x0": ["float32([1.0])", "float32([2.0])"]})
    mixed = function_sample("torch.f", {"args": [{"tuple": [X, {"code": "1"}]}], "kwargs": {}}, None)
    assert mixed.code == "y = torch.f((x0_0, 1))"


def test_an_input_never_takes_a_name_that_the_code_uses() -> None:
    """A parameter called ``y`` or ``torch`` would hide the result or the library."""
    entry = ApiEntry("torch.f", ApiKind.FUNCTION, (Signature.parse("(y, torch, lambda)"),))
    made = function_sample("torch.f", {"args": [X, X, X], "kwargs": {}}, entry)
    assert made.code == "y = torch.f(y_, torch_, lambda_)"


def test_a_method_is_called_on_the_first_argument() -> None:
    """Where that is no Tensor, there is no such call."""
    entry = ApiEntry("torch.Tensor.add_", ApiKind.METHOD, (Signature.parse("(other)"),))
    made = method_sample("torch.Tensor.add_", {"args": [X, Y], "kwargs": {}}, entry)
    assert made is not None
    assert made.code == "y = input.add_(other)"
    assert method_sample("torch.Tensor.add_", {"args": [{"code": "1"}, Y], "kwargs": {}}, entry) is None


def test_a_layer_is_made_and_called_in_its_mode() -> None:
    """Only the result is compared: names of weights are no difference of a call."""
    data = {"args": [{"code": "3"}], "kwargs": {}, "forward": [X], "forward_kwargs": {}, "training": False}
    made = module_sample("torch.nn.BatchNorm1d", data, None, None)
    assert made.code.splitlines() == ["layer = torch.nn.BatchNorm1d(3)", "layer.eval()", "y = layer(x0)"]
    assert made.compare == ("y",)


def test_an_optimizer_takes_three_steps_after_the_call() -> None:
    """The call alone is converted; what follows is the same in both libraries."""
    made = optimizer_sample("torch.optim.SGD", {"args": [], "kwargs": {"lr": {"code": "0.1"}}})
    assert made.code == "optimizer = torch.optim.SGD([w], lr=0.1)"
    assert made.whole(made.code).count("optimizer.step()") == 1
    assert "range(3)" in made.after
    assert made.compare == ("w",)
