"""DOC: links, signatures, tables and code blocks of a Markdown difference document."""

from __future__ import annotations

from generator.model.defect import Defect
from generator.model.document_defect import Kind
from generator.rules.base import Bad, DefectRule
from generator.rules.doc import GOOD_DOCUMENT, PATH, bad_document

_ROW = "| input | x | 表示输入的 Tensor，仅参数名不一致。 |"
_EXAMPLE = """\

### 转写示例

#### out：指定输出

```python
# PyTorch 写法
torch.abs(x, out=y)

# Paddle 写法
paddle.assign(paddle.abs(x), y)
```
"""


def _with_example(old: str, new: str, at: str) -> Bad:
    return Bad(GOOD_DOCUMENT + _EXAMPLE.replace(old, new), at=at, path=PATH)


class LinkMissing(DefectRule):
    """The heading over a signature leads nowhere."""

    code = "DOC008"
    title = "API 标题没有可用的链接"
    spec = ("R18", "R19")
    why = "读者要从差异文档去到两边的官方文档。"
    kinds = frozenset({Kind.LINK_MISSING.value, Kind.LINK_FORM.value, Kind.LINK_INVALID.value})
    bad = (
        Bad(GOOD_DOCUMENT.replace("(https://www.paddle", "()\n<!-- "), at="[paddle.abs]()", path=PATH),
        Bad(GOOD_DOCUMENT.replace("https://www.paddle", "www.paddle"), at="[paddle.abs]", path=PATH),
        Bad(GOOD_DOCUMENT.replace("https://www.paddlepaddle.org.cn/", "#"), at="[paddle.abs]", path=PATH),
    )
    good = (GOOD_DOCUMENT,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Names the API and quotes an address that cannot be used."""
        api = defect.values["api"]
        if defect.kind == Kind.LINK_MISSING:
            return f"{api} 没有链接", f"写成 [{api}](https://…)。"
        url = defect.values["url"]
        if defect.kind == Kind.LINK_FORM:
            return f"{api} 的链接缺少 https://：{url}", f"写成 https://{url}"
        return f"{api} 的链接不是网址，没有读取：{url}", "写上以 https:// 开头的地址。"


class SignatureMissing(DefectRule):
    """No code block stands under an API."""

    code = "DOC009"
    title = "API 标题下没有签名"
    spec = ("R5", "R18", "R19")
    why = "参数表要对照签名来读。"
    kinds = frozenset({Kind.SIGNATURE_MISSING.value})
    bad = (bad_document("```python\npaddle.abs(x)\n```\n", "", at="[paddle.abs]"),)
    good = (GOOD_DOCUMENT,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Names the API."""
        return f"{defect.values['api'] or '这个标题'}下面没有签名", "在标题下用 ```python 代码块写出签名。"


class SummaryMissing(DefectRule):
    """No sentence sums up."""

    code = "DOC010"
    title = "缺少一句话总结"
    spec = ("R20",)
    why = "读者先看一句话，再看表格。"
    kinds = frozenset({Kind.SUMMARY_MISSING.value})
    bad = (bad_document("两者功能一致且参数用法一致，仅参数名不一致，具体如下：\n", "", at="[paddle.abs]"),)
    good = (GOOD_DOCUMENT,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Says where it belongs."""
        return (
            f"{defect.values['api']} 的签名之后没有一句话总结",
            "按分类写上总结，例如“两者功能一致，参数完全一致，具体如下：”。",
        )


class FenceUnclosed(DefectRule):
    """A code block without an end."""

    code = "DOC011"
    title = "代码块没有闭合"
    why = "没有闭合的代码块会把后面的标题与表格都吞进去。"
    kinds = frozenset({Kind.FENCE_UNCLOSED.value})
    bad = (
        bad_document("torch.abs(input)\n```\n", "torch.abs(input)\n", at="```python\ntorch"[:9]),
        _with_example("y)\n```\n", "y)\n", at="```python"),
    )
    good = (GOOD_DOCUMENT,)

    def describe(self, defect: Defect) -> tuple[str, str]:  # noqa: ARG002  (the same for every defect)
        """Tells where the reader let it end."""
        return "这个代码块没有闭合", "在代码之后另起一行写 ```；检查时按它在下一个标题或表格之前结束来读。"


class TableBroken(DefectRule):
    """A table whose columns or rows are not as they should be."""

    code = "DOC012"
    title = "参数映射的表格不完整"
    spec = ("R23",)
    why = "列数不齐的行在网页上会错位，或丢掉内容。"
    kinds = frozenset({Kind.TABLE_ROW.value, Kind.TABLE_HEADER.value, Kind.TABLE_EMPTY.value, Kind.ROW_NAMELESS.value})
    bad = (
        bad_document(_ROW, "| input | x |", at="| input"),
        bad_document(_ROW, "| input | x | 表示输入 | 仅参数名不一致。 |", at="| input"),
        bad_document("| PyTorch | PaddlePaddle | 备注 |", "| PyTorch | PaddlePaddle | 说明 |", at="| PyTorch"),
        bad_document(_ROW, "", at="参数映射"),
        bad_document(_ROW, "| - | - | 表示输入的 Tensor。 |", at="| - | -"),
    )
    good = (GOOD_DOCUMENT,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Says which part is broken."""
        match defect.kind:
            case Kind.TABLE_ROW:
                hint = "每行三格：PyTorch 参数、Paddle 参数、备注；备注里的竖线写成 \\|。"
                return f"这一行有 {defect.values['cells']} 格，应为 3 格", hint
            case Kind.TABLE_HEADER:
                return (
                    f"表头不规范：{defect.values['header']}",
                    "表头写成：| PyTorch | PaddlePaddle | 备注 |，下一行是分隔行。",
                )
            case Kind.TABLE_EMPTY:
                return "“参数映射”里没有参数行", "写上参数，或删去这一节。"
        return f"这一行两边都没有参数名：{defect.values['note']}", "写上参数名，或删去这一行。"


class ProseInCode(DefectRule):
    """A sentence inside a code block."""

    code = "DOC013"
    title = "代码块里混有正文"
    spec = ("R38",)
    why = "读者会复制整个代码块；夹在其中的句子不能运行。"
    kinds = frozenset({Kind.PROSE_IN_CODE.value})
    bad = (_with_example("# PyTorch 写法", "指定输出时：\n# PyTorch 写法", at="指定输出时："),)
    good = (GOOD_DOCUMENT + _EXAMPLE,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Quotes the line."""
        return f"代码块里有一行不是代码：{defect.values['text']}", "移到代码块之前，或写成 # 开头的注释。"


class ExampleForm(DefectRule):
    """An example whose two sides cannot be told apart."""

    code = "DOC014"
    title = "转写示例没有分成两边"
    spec = ("R38",)
    why = "读者要对照 PyTorch 与 Paddle 两种写法；工具要分别运行它们。"
    kinds = frozenset({Kind.EXAMPLE_MARKS.value, Kind.EXAMPLE_UNSPLIT.value})
    bad = (
        _with_example("# PyTorch 写法\n", "", at="torch.abs(x, out=y)"),
        _with_example("# PyTorch 写法", "# Paddle 写法", at="# Paddle 写法"),
    )
    good = (GOOD_DOCUMENT + _EXAMPLE,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Says what became of the code."""
        hint = "写成“# PyTorch 写法”与代码，空一行，再写“# Paddle 写法”与代码。"
        if defect.kind == Kind.EXAMPLE_MARKS:
            return "两种写法没有用规定的注释分开", hint
        return "这段代码分不出 PyTorch 与 Paddle 两边，作为补充说明整段保留", hint
