"""YML: keys that a record has, and values of their types."""

from __future__ import annotations

from generator.model.defect import Defect
from generator.rules.base import Bad, DefectRule
from generator.rules.yml import GOOD


class UnknownKey(DefectRule):
    """A key that no model knows."""

    code = "YML006"
    title = "未知的键"
    why = "拼错的键不会起作用，而作者以为它起了作用。"
    kinds = frozenset({"extra_forbidden"})
    bad = (
        Bad(GOOD.replace("paddle: paddle", "padle: paddle"), at="padle"),
        Bad(GOOD.replace("category: 无参数", "category: 无参数\nParameters: []"), at="Parameters"),
    )
    good = (GOOD,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Names the key and the likely one."""
        key, likely, known = (defect.values[name] for name in ("key", "nearest", "known"))
        return f"未知的键 `{key}`", f"是否想写 `{likely}`？" if likely else f"这里可用的键：{known}。"


class WrongValue(DefectRule):
    """A value of the wrong type, or a required key that is missing."""

    code = "YML007"
    title = "值的类型不对，或缺少必填的键"
    why = "记录的每个键都有确定的类型，见格式规范。"
    kinds = frozenset()
    bad = (
        Bad("torch: torch.abs\n", at="torch: torch.abs"),
        Bad(GOOD.replace("paddle.is_grad_enabled\n", "[paddle.is_grad_enabled]\n", 1), at="[paddle"),
        Bad(GOOD + "parameters: 无\n", at="无"),
        Bad(GOOD.replace("torch.is_grad_enabled", "torch/is_grad_enabled", 1), at="torch/is"),
        Bad(GOOD + "context: 是\n", at="是"),
        Bad(GOOD + "parameters:\n  - {torch: p, rewrite: delete}\n", at="delete"),
    )
    good = (GOOD,)

    def describe(self, defect: Defect) -> tuple[str, str]:
        """Says what is expected in place of the value."""
        key = ".".join(str(part) for part in defect.loc)
        value = defect.values.get("value", "")
        if defect.kind == "missing":
            return f"缺少必填的键 `{defect.loc[-1]}`", f"补上 `{defect.loc[-1]}: …`。"
        if value in {"None", ""}:
            return f"`{key}` 的值是空的", "写上值，或删去这个键。"
        expected = _EXPECTED.get(defect.kind)
        if expected is None:
            return (
                f"`{key}` 的值不对：{value}（{defect.values.get('problem', defect.kind)}）",
                "见格式规范中该键的说明。",
            )
        return f"`{key}` 的值不对：{value}", expected.format(**defect.values)


_EXPECTED = {
    "string_type": "这里应是一段文本。",
    "string_too_short": "写上值，或删去这个键。",
    "string_pattern_mismatch": "应写成以点分隔的全名（例如 `torch.nn.Linear`），或以 http 开头的网址。",
    "bool_parsing": "写 `true` 或 `false`。",
    "bool_type": "写 `true` 或 `false`。",
    "enum": "可用的值：{expected}。",
    "tuple_type": "这里应是一个列表，每项以 `- ` 开头。",
    "dict_type": "这里应是一组“键: 值”。",
    "model_type": "这里应是一组“键: 值”，例如 `{{torch: input, paddle: x}}`。",
    "difference_kind": "写 `usage: …`（用法不同）或 `type: …`（类型不同），二者取一。",
    "note_unproven": "除 `holds: unchecked` 之外，每条经验都要有 `checks`：运行并证明它的代码。",
    "entry_without_remark": "不是 API 的一项（有 `kind`）要写 `remark`，说明在 Paddle 中怎么办。",
    "row_returns_and_side": "描述返回值的行只写 `returns`、`note` 与 `rewrite`，不写 `torch` 与 `paddle`。",
}
"""What belongs in place of a value that Pydantic refused, by the type of its error."""
