"""DOC: the form of a Markdown difference document. What it says is checked by the rules of records."""

from __future__ import annotations

from generator.model.defect import Defect
from generator.model.document_defect import Kind
from generator.model.finding import Severity
from generator.rules.base import Bad, DefectRule

_TORCH_LINK = "https://pytorch.org/docs/stable/generated/torch.abs.html"
_PADDLE_LINK = "https://www.paddlepaddle.org.cn/documentation/docs/zh/api/paddle/abs_cn.html"
GOOD_DOCUMENT = f"""\
## [ 仅参数名不一致 ] torch.abs

### [torch.abs]({_TORCH_LINK})

```python
torch.abs(input)
```

### [paddle.abs]({_PADDLE_LINK})

```python
paddle.abs(x)
```

两者功能一致且参数用法一致，仅参数名不一致，具体如下：

### 参数映射

| PyTorch | PaddlePaddle | 备注 |
| ------- | ------------ | ---- |
| input | x | 表示输入的 Tensor，仅参数名不一致。 |
"""
PATH = "docs/torch.abs.md"


def bad_document(old: str, new: str, at: str) -> Bad:
    """The good document with one fault."""
    return Bad(GOOD_DOCUMENT.replace(old, new), at=at, path=PATH)


class NotReadable(DefectRule):
    """The file holds no text that could be a document."""

    code = "DOC001"
    title = "文档是空的，或不是文本"
    why = "读不出文字的文件没有内容可以检查，也没有内容可以导入。"
    kinds = frozenset({Kind.EMPTY.value, Kind.BINARY.value, Kind.TOO_LARGE.value})
    bad = (
        Bad("\n \n", at="", path=PATH),
        Bad("", at="", path=PATH, raw=b"\x89PNG\r\n\x00\x00"),
        Bad("", at="", path=PATH, raw="## [ 无参数 ] torch.abs".encode("gbk")),
    )
    good = (GOOD_DOCUMENT,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Says what the file is instead."""
        if defect.kind == Kind.EMPTY:
            return "文档是空的", "写上内容，或删去该文件。"
        if defect.kind == Kind.TOO_LARGE:
            size, limit = defect.values["size"], defect.values["limit"]
            return f"文件有 {size} MB，上限是 {limit} MB", "差异文档不会这么大：检查是不是放错了文件。"
        return "文件不是 UTF-8 编码的文本", "用编辑器另存为 UTF-8；若是图片或压缩包，从文件夹中移走。"


class NoTitle(DefectRule):
    """There is no heading that names an API."""

    code = "DOC002"
    title = "不是差异文档：没有标题"
    spec = ("R3",)
    why = "标题写明分类与 API；没有标题，便不知道文档说的是什么。"
    kinds = frozenset({Kind.NO_TITLE.value})
    bad = (
        Bad("今天天气很好。\n", at="今天", path=PATH),
        bad_document("## [ 仅参数名不一致 ] torch.abs\n", "", at="[torch.abs]"),
    )
    good = (GOOD_DOCUMENT,)

    def describe(self, defect: Defect) -> tuple[str, str]:  # noqa: ARG002  (the same for every defect)
        """Shows what a title looks like."""
        return "没有“[ 分类名称 ] API 全称”这样的标题", "在第一行写上标题，例如：## [ 仅参数名不一致 ] torch.abs"


class TitleForm(DefectRule):
    """The title can be read, but is not written as the others are."""

    code = "DOC003"
    title = "标题的写法不规范"
    spec = ("R3",)
    severity = Severity.WARNING
    why = "各篇标题写法一致，才好查找，也才能由工具读取。"
    kinds = frozenset({Kind.TITLE_FORM.value})
    bad = (
        bad_document("] torch.abs\n", "]torch.abs\n", at="[ 仅参数名不一致 ]torch"),
        bad_document("[ 仅参数名不一致 ]", "【仅参数名不一致】", at="【仅参数名"),
        bad_document("[ 仅参数名不一致 ] ", "", at="torch.abs"),
    )
    good = (GOOD_DOCUMENT,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Quotes the title."""
        return f"标题的写法不规范：{defect.values['text']}", "写成 [ 分类名称 ] API 全称：半角方括号，后面空一格。"


class SecondTitle(DefectRule):
    """A second document begins in the same file."""

    code = "DOC004"
    title = "一个文件里有两篇文档"
    spec = ("R3",)
    why = "一篇文档说一个 API；第二个标题之后的内容没有读取。"
    kinds = frozenset({Kind.SECOND_TITLE.value})
    bad = (
        Bad(GOOD_DOCUMENT + "\n" + GOOD_DOCUMENT.replace("abs", "acos"), at="[ 仅参数名不一致 ] torch.acos", path=PATH),
    )
    good = (GOOD_DOCUMENT,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Quotes the second title."""
        return f"这里又有一个标题，它之后的内容没有读取：{defect.values['text']}", "把第二篇移到它自己的文件。"


class NamesDisagree(DefectRule):
    """Title, file name and the heading over the signature name different APIs."""

    code = "DOC005"
    title = "标题、文件名与 API 不一致"
    spec = ("R3", "R18")
    why = "读者与工具按名称查找；三处不一致，总有一处会找错。"
    kinds = frozenset({Kind.API_DISAGREES.value, Kind.FILE_DISAGREES.value})
    bad = (
        bad_document("] torch.abs\n", "] torch.absolute\n", at="torch.absolute"),
        bad_document("### [torch.abs]", "### [torch.absolute]", at="[torch.absolute]"),
    )
    good = (GOOD_DOCUMENT,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Names both."""
        values = defect.values
        if defect.kind == Kind.FILE_DISAGREES:
            return (
                f"标题写的是 {values['api']}，文件名是 {values['stem']}",
                f"把文件改名为 {values['api']}.md，或改正标题。",
            )
        return f"标题写的是 {values['title']}，签名上方写的是 {values['heading']}", "改正其中一处。"


class NotAnApi(DefectRule):
    """The second heading with brackets is no API."""

    code = "DOC006"
    title = "对应的 API 不是 API 名称"
    spec = ("R19",)
    why = "第二个标题写对应的 Paddle API；没有对应的 API 时不写这个标题。"
    kinds = frozenset({Kind.API_INVALID.value})
    bad = (bad_document("[paddle.abs]", "['abs']", at="['abs']"),)
    good = (GOOD_DOCUMENT,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Quotes what stands there."""
        api = defect.values["api"]
        message = f"“{api}”不是 API 的全名" if api else "这个标题是空的"
        return message, "写成 [paddle.…](链接)；若没有对应的 API，删去这个标题，分类选“组合替代实现”或“功能缺失”。"


class HeadingForm(DefectRule):
    """A heading of another level, or of another name, than the spec has."""

    code = "DOC007"
    title = "标题的层级或名称不对"
    spec = ("R3", "R18", "R19", "R37")
    why = "工具按标题的层级与名称辨认各部分：标题用 ##，API 与各节用 ###，示例用 ####。"
    kinds = frozenset({Kind.HEADING_LEVEL.value, Kind.HEADING_FORM.value, Kind.HEADING_UNKNOWN.value})
    bad = (
        bad_document("### 参数映射", "#### 参数映射", at="参数映射"),
        bad_document("### 参数映射", "###参数映射", at="参数映射"),
        bad_document("### 参数映射", "### 参数对比", at="参数对比"),
        bad_document("### 参数映射", "### 其他说明\n\n### 参数映射", at="其他说明"),
    )
    good = (GOOD_DOCUMENT,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Says which level, or which name, belongs there."""
        text = defect.values["text"]
        if defect.kind == Kind.HEADING_LEVEL:
            level, expected = (int(defect.values[name]) for name in ("level", "expected"))
            return f"“{text}”用了 {level} 级标题，应为 {expected} 级", f"改为 {'#' * expected} {text}"
        if defect.kind == Kind.HEADING_FORM:
            return f"标题“{text}”的写法不规范", "井号后面空一格；各节的名称是“参数映射”与“转写示例”。"
        return f"规范中没有“{text}”这一节", "其中的文字作为补充说明保留；移到总结句、备注或转写示例里更好。"
