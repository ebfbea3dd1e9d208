"""YML: the file is YAML that can become a record."""

from __future__ import annotations

from generator.model.defect import Defect
from generator.rules.base import Bad, DefectRule

GOOD = """\
torch: torch.is_grad_enabled
paddle: paddle.is_grad_enabled
category: 无参数
checks:
  - torch: y = torch.is_grad_enabled()
    paddle: y = paddle.is_grad_enabled()
"""


class Syntax(DefectRule):
    """The text does not parse."""

    code = "YML001"
    title = "文件不是合法的 YAML"
    why = "无法解析的文件里，其余的内容都读不到。"
    kinds = frozenset({"syntax", "tab", "control-character", "several-documents"})
    bad = (
        Bad('torch: torch.abs\npaddle: "paddle.abs\n', at=""),
        Bad("torch: torch.abs\nparameters:\n\t- {torch: input, paddle: x}\n", at="\t- {torch"),
        Bad("torch: torch.abs\npaddle: paddle.abs\x00\n", at="\x00"),
        Bad("torch: torch.abs\n---\ntorch: torch.add\n", at="---"),
    )
    good = (GOOD,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Words for the parser's complaint."""
        match defect.kind:
            case "tab":
                return "用了制表符缩进", "YAML 只允许用空格缩进：把制表符换成空格。"
            case "control-character":
                return "含有控制字符", "删去该处看不见的控制字符（例如 NUL）。"
            case "several-documents":
                return "一个文件里有多个 YAML 文档", "一个文件写一条记录：删去 `---`，把其余内容移到另一个文件。"
        problem = defect.values["problem"]
        words = next((words for part, words in _COMPLAINTS.items() if part in problem), "")
        return f"YAML 语法错误：{words or problem}", "检查该处与上一行的缩进、引号、括号与冒号。"


_COMPLAINTS = {
    "mapping values are not allowed": "这里不能再出现冒号；值里有冒号加空格时，整个值要加引号",
    "did not find expected ',' or '}'": "花括号没有闭合，或两项之间缺少逗号",
    "did not find expected ',' or ']'": "方括号没有闭合，或两项之间缺少逗号",
    "unexpected end of stream": "引号没有闭合",
    "could not find expected ':'": "缺少冒号",
    "did not find expected key": "缩进与上文不一致，或这里缺少一个键",
    "did not find expected '-' indicator": "列表项的缩进不一致",
    "cannot start any token": "值不能以这个字符开头，要加引号",
    "block sequence entries are not allowed": "列表项不能写在这里，要另起一行",
    "did not find expected node content": "这里缺少值，或有多余的括号",
}
"""libyaml's commonest complaints, by a part of their text."""


class Encoding(DefectRule):
    """The bytes are not UTF-8."""

    code = "YML002"
    title = "文件不是 UTF-8 编码"
    why = "记录以 UTF-8 保存；其他编码在别人的编辑器与网页上会变成乱码。"
    kinds = frozenset({"encoding"})
    bad = (Bad("", at="", raw="torch: torch.abs\nreason: 没有\n".encode("gbk")),)
    good = (GOOD,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Names the encoding that fits, where one does."""
        guess = defect.values["guess"]
        message = f"文件不是 UTF-8 编码，看起来是 {guess}" if guess else "文件不是 UTF-8 编码，也许不是文本文件"
        return message, "用编辑器另存为 UTF-8。"


class NotARecord(DefectRule):
    """There is no mapping in the file."""

    code = "YML003"
    title = "文件里没有记录"
    why = "一条记录是一组“键: 值”，至少有 `torch` 与 `category`。"
    kinds = frozenset({"empty", "not-a-mapping"})
    bad = (Bad("", at=""), Bad("- torch: torch.abs\n", at="- torch"), Bad("torch.abs\n", at="torch.abs"))
    good = (GOOD,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Says whether the file is empty or holds something else."""
        message = "文件是空的" if defect.kind == "empty" else "文件的内容不是一组“键: 值”"
        return message, "至少写上 `torch: …` 与 `category: …`，或删去该文件。"


class DuplicateKey(DefectRule):
    """A key stands twice."""

    code = "YML004"
    title = "同一个键写了两次"
    why = "YAML 解析器通常只留下后一个，前一个的内容便无声地丢了。"
    kinds = frozenset({"duplicate-key"})
    bad = (Bad(GOOD + "category: 无参数\n", at="category: 无参数"),)
    good = (GOOD,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Names the key and where it stood first."""
        key, first = defect.values["key"], defect.values["first"]
        return f"键 `{key}` 写了两次，第一次在第 {first} 行", "合并两处的内容，只留一个。"


class UnwantedYaml(DefectRule):
    """YAML features that a record has no use for."""

    code = "YML005"
    title = "用了记录不需要的 YAML 写法"
    why = "锚点、别名、自定义标签与复合键让人难读，别名还可能展开成巨大的内容。"
    kinds = frozenset({"alias", "tag", "key-not-text"})
    bad = (
        Bad("torch: &name torch.abs\npaddle: *name\ncategory: 无参数\n", at="*name"),
        Bad(GOOD.replace("paddle.is", "!!str paddle.is"), at="!!str"),
        Bad(GOOD + "? [a, b]\n: c\n", at="[a, b]"),
    )
    good = (GOOD,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Names the feature."""
        match defect.kind:
            case "alias":
                return f"用了别名 `*{defect.values['name']}`", "把所指的内容直接写在这里。"
            case "tag":
                return f"用了标签 `{defect.values['tag']}`", "删去标签，直接写值。"
        return "键不是文本", "键只能是普通文本。"


class TooMuch(DefectRule):
    """The file is larger or deeper than any record."""

    code = "YML008"
    title = "文件过大，或嵌套过深"
    why = "没有记录需要这么大；这样的文件多半是误放的，读它会拖慢所有人。"
    kinds = frozenset({"too-large", "too-deep"})
    bad = (Bad("torch: " + "[" * 51 + "]" * 51 + "\n", at="[[]"), Bad("# " + "x" * 1_000_000, at=""))
    good = (GOOD,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Says how much is too much."""
        if defect.kind == "too-large":
            return f"文件有 {defect.values['size']} MB，上限是 1 MB", "拆分或删去该文件。"
        return f"嵌套超过 {defect.values['limit']} 层", "检查多余的括号。"


class Unreadable(DefectRule):
    """The file cannot be opened."""

    code = "YML009"
    title = "文件无法读取"
    why = "读不到的记录不能检查，也不能发布。"
    kinds = frozenset({"unreadable"})
    bad = ()
    good = ()

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Quotes the operating system."""
        return f"文件无法读取：{defect.values['problem']}", "检查文件的权限，以及它是不是一个文件。"
