"""YML: the file is YAML that can become a record."""

from __future__ import annotations

from generator.lint.rules.base import ANY_KIND, Bad, DefectRule, Words
from generator.lint.rules.samples import NO_PARAMETERS as GOOD
from generator.model.defect import Defect
from generator.model.record import MAX_PARTS

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

_EXPECTED = {
    "string_type": "这里应是一段文本。",
    "string_too_short": "写上值，或删去这个键。",
    "too_short": "至少 {min_length} 项。",
    "too_long": "至多 {max_length} 项。",
    "string_too_long": "至多 {max_length} 个字符。",
    "string_pattern_mismatch": f"应写成以点分隔的全名（例如 `torch.nn.Linear`，至多 {MAX_PARTS} 段），或以 http 开头的网址。",
    "bool_parsing": "写 `true` 或 `false`。",
    "bool_type": "写 `true` 或 `false`。",
    "enum": "可用的值：{expected}。",
    "tuple_type": "这里应是一个列表，每项以 `- ` 开头。",
    "dict_type": "这里应是一组“键: 值”。",
    "model_type": "这里应是一组“键: 值”，例如 `{{torch: input, paddle: x}}`。",
    "greater_than": "写一个大于 {gt} 的整数。",
    "int_parsing": "写一个整数。",
    "selection_kind": "写 `prefix` 或 `apis`，二者取一。",
    "constant": "{problem}",
    "difference_kind": "写 `usage: …`（用法不同）或 `type: …`（类型不同），二者取一。",
    "note_unproven": "除 `holds: unchecked` 之外，每条经验都要有 `checks`：运行并证明它的代码。",
    "entry_without_remark": "不是 API 的一项（有 `kind`）要写 `remark`，说明在 Paddle 中怎么办。",
    "row_returns_and_side": "描述返回值的行不写 `torch` 与 `paddle`。",
    "remark": "写一段文本，或连同它适用的条件：`{{note: …, when: …}}`。",
    "when": "{hint}",
    "template": "{hint}",
    "pattern": "{hint}",
}
"""What belongs in place of a value that Pydantic refused, by the type of its error."""

_NOT_A_MAPPING_HINT = "至少写上 `torch: …` 与 `category: …`，或删去该文件。"


def _syntax(defect: Defect) -> Words:
    problem = defect.values["problem"]
    words = next((words for part, words in _COMPLAINTS.items() if part in problem), "")
    return f"YAML 语法错误：{words or problem}", "检查该处与上一行的缩进、引号、括号与冒号。"


def _encoding(defect: Defect) -> Words:
    guess = defect.values["guess"]
    message = f"文件不是 UTF-8 编码，看起来是 {guess}" if guess else "文件不是 UTF-8 编码，也许不是文本文件"
    return message, "用编辑器另存为 UTF-8。"


def _unknown_key(defect: Defect) -> Words:
    key, likely, known = (defect.values[name] for name in ("key", "nearest", "known"))
    if "：" in key:
        return f"`{key}` 里是全角冒号，YAML 把它当成了键的一部分", "换成半角冒号加空格：`键: 值`。"
    if ":" in key:
        return f"`{key}` 的冒号后面缺少空格，整个成了一个键", "写作 `键: 值`。"
    if not key.isascii():
        return f"`{key}` 成了一个键：它前面的值在半角逗号处被截断了", "用引号把整个值括起来，或把逗号换成全角的“，”。"
    return f"未知的键 `{key}`", f"是否想写 `{likely}`？" if likely else f"这里可用的键：{known}。"


def _wrong_value(defect: Defect) -> Words:
    key = ".".join(str(part) for part in defect.loc)
    value = defect.values.get("value", "")
    if defect.kind == "missing":
        return f"缺少必填的键 `{defect.loc[-1]}`", f"补上 `{defect.loc[-1]}: …`。"
    if defect.kind == "versions_incomplete":
        return f"`{key}` 中缺少 {defect.values['libraries']}", "写上它的版本：页面与证据都以此为准。"
    if value in {"None", ""}:
        return f"`{key}` 的值是空的", "写上值，或删去这个键。"
    expected = _EXPECTED.get(defect.kind)
    if expected is None:
        problem = defect.values.get("problem", defect.kind)
        return f"`{key}` 的值不对：{value}（{problem}）", "见格式规范中该键的说明。"
    return f"`{key}` 的值不对：{value}", expected.format(**defect.values)


def _unreadable(defect: Defect) -> Words:
    hint = defect.values.get("hint", "检查文件的权限，以及它是不是一个文件。")
    return f"文件无法读取：{defect.values['problem']}", hint


RULES = (
    DefectRule(
        code="YML001",
        title="文件不是合法的 YAML",
        why="无法解析的文件里，其余的内容都读不到。",
        words={
            "syntax": _syntax,
            "full-width": (
                "这里是全角的“{character}”，YAML 不认得它",
                "换成半角的“{instead}”。",
            ),
            "colon-without-space": ("冒号后面缺少空格", "写作 `键: 值`。"),
            "indented-key": (
                "`{key}` 比上一行的键多缩进了 {more} 格，而上一行已经有值",
                "与上一行的键对齐，前面空 {spaces} 格；若它是上一行的内容，先删去上一行的值。",
            ),
            "tab": ("用了制表符缩进", "YAML 只允许用空格缩进：把制表符换成空格。"),
            "control-character": ("含有控制字符", "删去该处看不见的控制字符（例如 NUL）。"),
            "several-documents": (
                "一个文件里有多个 YAML 文档",
                "一个文件写一条记录：删去 `---`，把其余内容移到另一个文件。",
            ),
        },
        bad=(
            Bad('torch: torch.abs\npaddle: "paddle.abs\n', at=""),
            Bad("torch: torch.abs\nparameters:\n\t- {torch: input, paddle: x}\n", at="\t- {torch"),
            Bad("torch: torch.abs\npaddle: paddle.abs\x00\n", at="\x00"),
            Bad("torch: torch.abs\ncategory：无参数\npaddle: paddle.abs\n", at="："),
            Bad("torch: torch.abs\n  paddle: paddle.abs\n", at="  "),
            Bad("torch: torch.abs\n---\ntorch: torch.add\n", at="---"),
        ),
        good=(GOOD,),
    ),
    DefectRule(
        code="YML002",
        title="文件不是 UTF-8 编码",
        why="记录以 UTF-8 保存；其他编码在别人的编辑器与网页上会变成乱码。",
        words={"encoding": _encoding},
        bad=(Bad("", at="", raw="torch: torch.abs\nreason: 没有\n".encode("gbk")),),
        good=(GOOD,),
    ),
    DefectRule(
        code="YML003",
        title="文件里没有记录",
        why="一条记录是一组“键: 值”，至少有 `torch` 与 `category`。",
        words={
            "empty": ("文件是空的", _NOT_A_MAPPING_HINT),
            "not-a-mapping": ("文件的内容不是一组“键: 值”", _NOT_A_MAPPING_HINT),
        },
        bad=(Bad("", at=""), Bad("- torch: torch.abs\n", at="- torch"), Bad("torch.abs\n", at="torch.abs")),
        good=(GOOD,),
    ),
    DefectRule(
        code="YML004",
        title="同一个键写了两次",
        why="YAML 解析器通常只留下后一个，前一个的内容便无声地丢了。",
        words={
            "duplicate-key": ("键 `{key}` 写了两次，第一次在第 {first} 行", "合并两处的内容，只留一个。"),
        },
        bad=(Bad(GOOD + "category: 无参数\n", at="category: 无参数"),),
        good=(GOOD,),
    ),
    DefectRule(
        code="YML005",
        title="用了记录不需要的 YAML 写法",
        why="锚点、别名、自定义标签与复合键让人难读，别名还可能展开成巨大的内容。",
        words={
            "alias": ("用了别名 `*{name}`", "把所指的内容直接写在这里。"),
            "tag": ("用了标签 `{tag}`", "删去标签，直接写值。"),
            "key-not-text": ("键不是文本", "键只能是普通文本。"),
        },
        bad=(
            Bad("torch: &name torch.abs\npaddle: *name\ncategory: 无参数\n", at="*name"),
            Bad(GOOD.replace("paddle.is", "!!str paddle.is"), at="!!str"),
            Bad(GOOD + "? [a, b]\n: c\n", at="[a, b]"),
        ),
        good=(GOOD,),
    ),
    DefectRule(
        code="YML006",
        title="未知的键",
        why="拼错的键不会起作用，而作者以为它起了作用。",
        words={"extra_forbidden": _unknown_key},
        bad=(
            Bad(GOOD.replace("paddle: paddle", "padle: paddle"), at="padle"),
            Bad(GOOD.replace("category: 无参数", "category: 无参数\nParameters: []"), at="Parameters"),
        ),
        good=(GOOD,),
    ),
    DefectRule(
        code="YML007",
        title="值的类型不对，或缺少必填的键",
        why="记录的每个键都有确定的类型，见格式规范。",
        words={ANY_KIND: _wrong_value},
        bad=(
            Bad("torch: torch.abs\n", at="torch: torch.abs"),
            Bad(GOOD.replace("paddle.is_grad_enabled\n", "[paddle.is_grad_enabled]\n", 1), at="[paddle"),
            Bad(GOOD + "parameters: 无\n", at="无"),
            Bad(GOOD.replace("torch.is_grad_enabled", "torch/is_grad_enabled", 1), at="torch/is"),
            Bad(GOOD.replace("paddle.is_grad_enabled\n", f"paddle{'.a' * 1000}\n", 1), at="paddle.a"),
            Bad(
                GOOD.replace("torch.is_grad_enabled\n", f"torch.{'a' * 240}\n", 1),
                at="torch.a",
                path="torch/torch.a.yml",
            ),
            Bad(GOOD + "context: 是\n", at="是"),
            Bad(GOOD + "parameters:\n  - {torch: p, rewrite: delete}\n", at="delete"),
            Bad(GOOD + "parameters:\n  - {torch: p, when: {p: {is: mean}}}\n", at="mean"),
            Bad(GOOD + "remarks:\n  - {note: 一。, when: {p: {is: mean}}}\n", at="mean"),
            Bad(GOOD + "remarks:\n  - {text: 一。}\n", at="{text: 一。}"),
            Bad(GOOD + "parameters:\n  - {torch: p, when: {p: passed}, convert: {q: f(}}\n", at="f("),
        ),
        good=(GOOD,),
    ),
    DefectRule(
        code="YML008",
        title="文件过大，或嵌套过深",
        why="没有记录需要这么大；这样的文件多半是误放的，读它会拖慢所有人。",
        words={
            "too-large": ("文件有 {size} kB，上限是 {limit} kB", "拆分或删去该文件。"),
            "too-deep": ("嵌套超过 {limit} 层", "检查多余的括号。"),
        },
        bad=(Bad("torch: " + "[" * 51 + "]" * 51 + "\n", at="[[]"), Bad("# " + "x" * 200_000, at="")),
        good=(GOOD,),
    ),
    DefectRule(
        code="YML009",
        title="文件无法读取",
        why="读不到的记录不能检查，也不能发布。",
        words={"unreadable": _unreadable},
        bad=(),
        good=(),
    ),
)
