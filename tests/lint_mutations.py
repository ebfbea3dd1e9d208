"""Ways to break a clean record, each as a pattern and what takes its place: one more line here is one more case."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Mutation:
    """Breaks every stretch that ``pattern`` finds, one at a time.

    A rule ``code`` must speak up at the line of the match (``shift`` lines below it); the rules in ``also`` may, since
    the same change concerns them too. No other may.
    """

    code: str
    pattern: str
    replacement: str
    also: str = ""
    shift: int = 0
    unless: str = ""
    """Records with this in their text are left out: there the change is no fault."""

    def apply(self, text: str) -> Iterator[tuple[str, int]]:
        """Every broken text, with the line where the fault then stands."""
        if self.unless and re.search(self.unless, text, re.MULTILINE):
            return
        for match in re.finditer(self.pattern, text, re.MULTILINE):
            broken = text[: match.start()] + match.expand(self.replacement) + text[match.end() :]
            yield broken, text.count("\n", 0, match.start()) + 1 + self.shift


_SAME = r"- \{torch: (?P<name>\w+), paddle: (?P=name), note: (?P<note>[^{}'\"]+)。"
_SAME_DEFAULT = _SAME + r"(?!, default: )"
_RENAMED = r"- \{torch: (?P<name>\w+), paddle: (?!(?P=name),)(?P<other>\w+), note: (?P<note>[^{}'\"]+)。"
_PADDLE_ONLY = r"- \{paddle: (?P<name>\w+), note: (?P<note>[^{}'\"]+)。, set: default\}"
_DROPPED = r"- \{torch: (?P<name>\w+), note: (?P<note>[^{}'\"]+)。, rewrite: drop\}"
_NOTE = r"(?P<note>(?<!- )(?<!\{)note: [^{}'\"\n]*[^{}'\"\n，。 ])。(?=[,}\n])"
_CODE = r"^(?P<head> +(?:- )?{side}: )(?P<target>\w+) = (?P<call>{side}\.[\w.]+\([^\n|]*\))$"
_TORCH, _PADDLE = _CODE.format(side="torch"), _CODE.format(side="paddle")
_BY_CATEGORY = "CAT003 CAT004 CAT005 CHK001 EXA001 EXA002 EXA011 PAR007 REC006 SIG001 SIG002 SIG009"
_BY_ROWS = "CAT002 CHK002 CON001 CON003 EXA003 EXA004 SIG001 SIG002 SIG003 SIG004 REC006 REC007 REC009"
_EXEMPT = r"^exempt:"
_ABSENT = r"^torch: torch\.utils\.tensorboard"
"""An API of a module that needs a package which is not installed: of such a module the inventory has not every name."""

MUTATIONS = (
    Mutation("CAT001", r"^category: .*", "category: 参数大致一致"),
    Mutation("CAT002", r"^category: (?!参数完全一致|功能缺失|组合|用法).*", "category: 参数完全一致", _BY_CATEGORY),
    Mutation("CAT002", r"^category: (?!torch 参数更多|功能缺失|组合|用法).*", "category: torch 参数更多", _BY_CATEGORY),
    Mutation("CAT003", r"^paddle: .*\n(?=category: (?!用法|组合|功能))", "", "API005 CAT005 EXM001 SIG001 SIG002"),
    Mutation("CAT004", r"^category: 功能缺失\nreason: .*\n", "category: 功能缺失\n"),
    Mutation("CAT004", r"^category: (?!功能缺失).*\n", r"\g<0>reason: 没有这个接口。\n", shift=1),
    Mutation("CAT006", r"^category: torch 参数更多", "category: torch参数更多"),
    Mutation("CAT006", r"^category: 仅 paddle 参数更多", "category: paddle 参数更多"),
    Mutation("PAR001", r"- \{torch: \w+, paddle: \w+, ", "- {", _BY_ROWS),
    Mutation("PAR002", _NOTE, r"\g<note>"),
    Mutation("PAR002", _NOTE, r"\g<note>.", "TXT002"),
    Mutation("PAR003", r"(- \{(?:torch: \w+)?(?:, )?(?:paddle: \w+)?), note: [^{}'\"]+。(?=[,}])", r"\1", "SIG010"),
    Mutation("PAR004", r", rewrite: (drop|unsupported)\}$", "}", "EXA003"),
    Mutation("PAR005", r"(- \{paddle: .*), set: [^{}]+\}$", r"\1}"),
    Mutation("PAR006", _SAME_DEFAULT, r"\g<0>, set: default"),
    Mutation("PAR006", _RENAMED, r"\g<0>, rewrite: drop", "EXA004 YML004"),
    Mutation("PAR008", _RENAMED, r"- {torch: \g<name>, paddle: \g<other>, note: \g<note>，仅参数名不一致。"),
    Mutation("PAR008", _RENAMED, r"- {torch: \g<name>, paddle: \g<other>, note: \g<note>；仅参数名不同。"),
    Mutation(
        "PAR008",
        _PADDLE_ONLY,
        r"- {paddle: \g<name>, note: \g<note>，PyTorch 无此参数，Paddle 保持默认即可。, set: default}",
    ),
    Mutation(
        "PAR008",
        _PADDLE_ONLY,
        r"- {paddle: \g<name>, note: \g<note>，Pytorch 无此参数，Paddle 保持默认即可。}",
        "TXT004",
    ),
    Mutation("PAR008", _DROPPED, r"- {torch: \g<name>, note: \g<note>，Paddle 无此参数，可直接删除。, rewrite: drop}"),
    Mutation("PAR008", _DROPPED, r"- {torch: \g<name>, note: \g<note>，Paddle 无此参数，暂无转写方式。}"),
    Mutation("PAR009", _SAME, r"- {torch: \g<name>, paddle: \g<name>, note: \g<note>，仅参数名不一致。"),
    Mutation("PAR009", _SAME, r"- {torch: \g<name>, paddle: \g<name>, note: \g<note>，需要转写。"),
    Mutation("PAR009", _RENAMED, r"- {torch: \g<name>, paddle: \g<other>, note: \g<note>，Paddle 无此参数。"),
    Mutation("PAR009", _DROPPED, r"- {torch: \g<name>, note: \g<note>，Paddle 无此参数，需要转写。, rewrite: drop}"),
    Mutation(
        "PAR010",
        r"^parameters:\n(  - \{?torch: .*\n(?:(?:  - .*|    .*)\n)*?)(  - \{paddle: .*\}\n)",
        r"parameters:\n\2\1",
        shift=1,
    ),
    Mutation(
        "PAR011", r"^(( +)- torch: .*\n(?:\2  .*\n)*?\2  differs: .*\n)\2  rewrite: \w+\n", r"\1", "EXA004 SIG001"
    ),
    Mutation("PAR012", r"^( +" + _SAME + r"\})\n", r"\1\n\1\n", "CHK002", 1),
    Mutation(
        "PAR013",
        r"^( +)(- \{(?:torch|paddle): .*\})\n(?! +- \{|\n? +- torch| +- returns)",
        r"\1\2\n\1- {paddle: name, note: 表示这一层的名称。, set: default}\n",
        "CAT002 PAR010 PAR012 REC009 SIG002",
        1,
    ),
    Mutation("PAR014", _SAME, r"- {torch: \g<name>, paddle: \g<name>, note: 表示 \g<name>。", "SIG010"),
    Mutation(
        "PAR015",
        _SAME_DEFAULT,
        r"- {torch: \g<name>, paddle: \g<name>, default: {torch: '1', paddle: '1'}, note: \g<note>。",
        "CAT002 REC009 SIG004",
    ),
    Mutation("PAR016", r"- \{torch: (\w+),", r"- {torch: '`\1`',", _BY_ROWS + " PAR008 PAR009"),
    Mutation(
        "PAR018",
        _SAME_DEFAULT,
        r"- {torch: \g<name>, paddle: \g<name>, note: \g<note>。PyTorch 支持 int，Paddle 支持 bool。",
    ),
    Mutation(
        "SIG001",
        r"(?<=\}\n) +" + _SAME + r"\}\n",
        "",
        _BY_ROWS + " CAT003 CON002 CON005 REC001 YML007",  # conditions of other rows name the one that is gone
        shift=-99,
        unless="context: true|不在主框架",
    ),
    Mutation("SIG002", r"- \{torch: (\w+),", r"- {torch: \1q,", _BY_ROWS + " PAR009 PAR017"),
    Mutation(
        "SIG002",
        r"(- \{(?:torch: \w+, )?paddle: \w+),",
        r"\1q,",
        _BY_ROWS + " PAR009 PAR017",
        unless=r"paddle: paddle\.vision\.|\*args",  # these take any keyword
    ),
    Mutation("SIG003", r"^( +- \{torch: .*\}\n)( +- \{torch: .*\}\n)", r"\2\1", "CHK002 SIG004", shift=1),
    Mutation(
        "SIG004",
        r"^(( +)- torch: .*\n(?:\2  (?!differs:).*\n)*?)\2  default: \{torch: [^N{}]*paddle: [^N{}]*\}\n",
        r"\1",
        "CAT002 PAR006",
        unless="context: true",
    ),
    Mutation("EXA005", _TORCH, r"\g<head>\g<target> = (\g<call>", "CHK002"),
    Mutation("EXA005", _PADDLE, r"\g<head>\g<target> = \g<call>）"),
    Mutation("EXA006", _PADDLE, r"\g<head>\g<target> = \g<call> + offset"),
    Mutation("EXA007", _PADDLE, r"\g<head>print(\g<call>)", "EXA016"),
    Mutation("EXA008", r"^( +(?:- )?torch: \w+ = )torch\.", r"\1paddle.", "EXA006 EXA010"),
    Mutation("EXA008", r"^( +(?:- )?paddle: \w+ = )paddle\.", r"\1torch."),
    Mutation(
        "EXA010",
        _TORCH,
        r"\g<head>\g<target> = torch.no_such_function(1)",
        "CHK002 EXA015 EXA016",
        unless="torch: torch.device\n",
    ),
    Mutation("EXA011", r"^    title: .*\n(?=    (given|torch))", "", shift=-1),
    Mutation("EXA012", r"^(    title: [^\n'\"]+)$", r"\1。"),
    Mutation("EXA014", r'"float32\[2, 3\]"', '"float32[2, 3"'),
    Mutation("EXA015", r"given: \{", r'given: {never_used: "float32[2]", '),
    Mutation(
        "CHK001",
        # Who exempts an API that no inventory has is not asked for checks of it.
        r"\A(?!(?:.*\n)* +- code: API002\n)((?:.*\n)*?category: (?:参数完全一致|无参数|仅.*)\n(?:.*\n)*?)checks:\n(?:[ #].*\n|\n)+",
        r"\1",
        "CAT005",
        shift=-99,
    ),
    Mutation("TXT001", r"(note: [^{}'\"\n`]*[\u4e00-\u9fff]) (?=[A-Za-z0-9])", r"\1"),
    Mutation("TXT002", r"(note: [^{}'\"\n`]*[\u4e00-\u9fff])，(?=[\u4e00-\u9fff])", r"\1;"),
    Mutation("TXT003", r"(note: [^{}'\"\n]*)用", r"\1⽤"),
    Mutation("TXT003", r"(note: [^{}'\"\n]*)小", r"\1⼩"),
    Mutation("TXT004", r"(note: [^{}'\"\n]*)PyTorch", r"\1Pytorch", "PAR008 PAR009"),
    Mutation("TXT005", _NOTE, r"\g<note>。。"),
    Mutation("TXT006", r"(note: [^{}'\"\n`]*\w) (?=[A-Za-z])", r"\1   "),
    Mutation("TXT007", r"(note: [^{}'\"\n`]*[\u4e00-\u9fff])(?=[\u4e00-\u9fff])", "\\1\u200b", "PAR002"),
    Mutation("TXT010", r"note: 表示输入", "note: 表示**输入**"),
    Mutation("TXT011", r"note: 表示输入", "note: 表示<b>输入</b>", "TXT001"),
    Mutation("TXT012", r"note: 表示输入", "note: 表示 `输入"),
    Mutation("TXT013", r"note: [^{}'\"\n]+。(?=[,}\n])", "note: The first input。", "SIG010"),
    Mutation("REC001", r"\Atorch: .*\n(?![\s\S]*context:)", r"\g<0>context: false\n", shift=1),
    Mutation("REC001", r"\Atorch: .*\n", r"\g<0>exempt: []\n", shift=1, unless=_EXEMPT),
    Mutation(
        "REC004",
        r"^category: (?!功能缺失).*\n(?![\s\S]*(?:summary|overloads):)",
        r"\g<0>summary: 两者功能一致，参数完全一致，具体如下：\n",
        "REC002 REC006",
        shift=1,
    ),
    Mutation("API002", r"^paddle: (paddle\.[\w.]+)$", r"paddle: \1q", "CAT005 SIG001 SIG002 API005 EXM001"),
    Mutation("API002", r"^aliases: \[(\S+)\]$", r"aliases: [\1q]", "EXA010 CHK002", unless=rf"{_EXEMPT}|{_ABSENT}"),
    Mutation("API003", r"^related: \[", "related: [torch.no_such_api_at_all, "),
    Mutation("API004", r"^torch: (\S+)\n", r"torch: \1\naliases: [\1]\n", "YML004 SET003", shift=1),
    Mutation(
        "EXM001", r"\Atorch: .*\n", r"\g<0>exempt: [{code: TXT003, reason: 照录原文。}]\n", shift=1, unless=_EXEMPT
    ),
    Mutation("EXM002", r"\Atorch: .*\n", r"\g<0>exempt: [{code: TXT999, reason: 照录原文。}]\n", "EXM001", 1, _EXEMPT),
    Mutation("YML001", r"^parameters:\n  - ", "parameters:\n\t- ", shift=1),
    Mutation("YML004", r"^(category: .*\n)", r"\1\1", shift=1),
    Mutation("YML006", r"^paddle: ", "padle: ", "CAT002 CAT003 CAT005 CON004 EXM001 SIG001 API005"),
    Mutation("YML007", r"^category: .*\n", r"\g<0>parameters: 无\n", "YML004", shift=1),
)
