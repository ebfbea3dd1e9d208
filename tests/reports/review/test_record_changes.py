from __future__ import annotations

import pytest
from samples import ABS, DROPOUT, MAX, catalog_of

from generator.model.record import Record
from generator.reports.review.record_changes import Detail, compare_records

REMARKED = ABS.replace("checks:", "remarks:\n  - {note: 见 `out`。, when: {input: {dtype: complex}}}\nchecks:")


def record_of(text: str) -> Record:
    """The record of a text."""
    (record,) = catalog_of(text).records()
    return record


def said(old: str, new: str) -> list[str]:
    """What is told of a change from one text of a record to another."""
    return [f"{one.topic}：{one.words}" for one in compare_records(record_of(old), record_of(new))]


ROW = "  - {torch: input, paddle: x, note: 表示输入的 Tensor。}\n"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (ABS, ABS.replace("仅参数名不一致", "参数不一致"), ["分类：由“仅参数名不一致”变为“参数不一致”"]),
        (
            ABS,
            ABS.replace("paddle: paddle.abs\n", "paddle: paddle.absolute\n"),
            ["对应：由 `paddle.abs` 变为 `paddle.absolute`"],
        ),
        (
            ABS,
            ABS.replace("paddle: paddle.abs\n", ""),
            ["对应：去掉 `paddle.abs`"],
        ),
        (
            ABS,
            ABS.replace(ROW, f"{ROW}  - {{torch: out, note: 表示结果。}}\n"),
            ["参数：新增 `out` 一行（仅 PyTorch）：表示结果，Paddle 无此参数。"],
        ),
        (
            ABS,
            ABS.replace("paddle: x, note: 表示输入的", "paddle: y, note: 表示要算的"),
            [
                "参数：`input` 对应的参数由 `x` 变为 `y`",
                "参数：`input` 备注由“表示输入的 Tensor，仅参数名不一致。”变为“表示要算的 Tensor，仅参数名不一致。”",
            ],
        ),
        (
            DROPOUT,
            DROPOUT.replace("rewrite: example", "when: {inplace: passed}, convert: '{call}'"),
            [
                "参数：`inplace` 备注由“表示是否原位操作，Paddle 无此参数，需要转写。”变为“表示是否原位操作，Paddle 无此参数。”",
                "参数：`inplace` 适用的条件新增“传入 `inplace` 时”",
                "参数：`inplace` 转换的模板新增 `{call}`",
            ],
        ),
        (
            MAX,
            MAX.replace("Paddle 只返回值", "Paddle 只有值"),
            [
                "返回值：“指定 `dim`”：备注由“PyTorch 返回值与索引，Paddle 只返回值，暂无转写方式。”变为“PyTorch 返回值与索引，Paddle 只有值，暂无转写方式。”"
            ],
        ),
        (
            REMARKED,
            REMARKED.replace("见 `out`。", "见下。"),
            ["补充说明：“见 `out`。”改写为“见下。”"],
        ),
        (
            REMARKED,
            REMARKED.replace("complex", "int"),
            ["补充说明：“见 `out`。”：适用的条件由“`input` 的 dtype 为复数类型时”变为“`input` 的 dtype 为整数类型时”"],
        ),
        (
            DROPOUT,
            DROPOUT.replace("float32[2]", "float64[2]"),
            ["示例：“是否原位操作”的输入改了"],
        ),
        (
            ABS,
            ABS.replace("    usual: true", '  - given: {x: "int64[2]"}\n    torch: y = torch.abs(x)\n    paddle: y = paddle.abs(x)\n    usual: true'),
            [
                "等价的调用：新增 `y = torch.abs(x)`",
                "平常的调用：PyTorch 一侧由 `y = torch.abs(input=x)` 变为 `y = torch.abs(x)`",
                "平常的调用：Paddle 一侧由 `y = paddle.abs(x=x)` 变为 `y = paddle.abs(x)`",
            ],
        ),
        (ABS, f"{ABS}type: paddle.A\n", ["说明：作为类型时的类新增 `paddle.A`"]),
        (f"{ABS}type: paddle.A\n", f"{ABS}type: paddle.B\n", ["说明：作为类型时的类由 `paddle.A` 变为 `paddle.B`"]),
        (MAX, MAX.replace("paddle: paddle.max\n", "paddle: paddle.max\n    links: {torch: https://e.org}\n", 1), ["说明：“整个 Tensor”：文档链接改了"]),
        (ABS, ABS.replace("[torch.absolute]", "[torch.absolut]"), ["别名：新增 `torch.absolut`", "别名：去掉 `torch.absolute`"]),
        (MAX, MAX.replace("指定 `dim`", "沿 `dim`"), ["用法：“指定 `dim`”改称“沿 `dim`”"]),
        (
            MAX,
            f"{MAX}  - title: 两个\n    paddle: paddle.maximum\n",
            ["用法：新增“两个”"],
        ),
    ],
)  # fmt: skip
def test_change_is_told_in_words(old: str, new: str, words: list[str]) -> None:
    """Each kind of change is one sentence about what it means, under its topic, and nothing else is told."""
    assert said(old, new) == words


def test_layout_is_no_change() -> None:
    """Comments, quotes and the order of keys are told by nobody."""
    assert said(ABS, "# 注释\n" + ABS.replace("表示输入的 Tensor。", "'表示输入的 Tensor。'")) == []


def test_long_code_with_backticks_stays_one_line() -> None:
    """Code of many lines is one span, cut where it is too long, whatever it holds."""
    code = "y = torch.abs(x)\n" * 40
    new = ABS.replace(
        "aliases", "  - torch: |\n      " + code.replace("\n", "\n      ") + "\n    paddle: s = '`'\naliases"
    )
    (detail,) = compare_records(record_of(ABS), record_of(new))
    assert isinstance(detail, Detail)
    assert "\n" not in detail.words
    assert len(detail.words) < 140
    assert detail.words.endswith("…`")
