"""DOC: the form of a Markdown difference document; its content is checked by the rules of records."""

from __future__ import annotations

from generator.lint.rules.base import Bad, DefectRule, Words
from generator.lint.rules.samples import GOOD_DOCUMENT as GOOD
from generator.model.defect import Defect
from generator.model.document_defect import Kind
from generator.model.finding import Severity

_PATH = "docs/torch.abs.md"
_ROW = "| input | x | 表示输入的 Tensor，仅参数名不一致。 |"
_GOOD_EXAMPLE = f"""\
{GOOD}
### 转写示例

#### out：指定输出

```python
# PyTorch 写法
torch.abs(x, out=y)

# Paddle 写法
paddle.assign(paddle.abs(x), y)
```
"""


def _bad(old: str, new: str, at: str) -> Bad:
    return Bad(GOOD.replace(old, new), at=at, path=_PATH)


def _bad_example(old: str, new: str, at: str) -> Bad:
    example = _GOOD_EXAMPLE.removeprefix(GOOD)
    return Bad(GOOD + example.replace(old, new), at=at, path=_PATH)


def _not_an_api(defect: Defect) -> Words:
    api = defect.values["api"]
    message = f"“{api}”不是 API 的全名" if api else "这个标题是空的"
    return message, "写成 [paddle.…](链接)；若没有对应的 API，删去这个标题，分类选“组合替代实现”或“功能缺失”。"


def _heading_level(defect: Defect) -> Words:
    text = defect.values["text"]
    level, expected = (int(defect.values[name]) for name in ("level", "expected"))
    return f"“{text}”用了 {level} 级标题，应为 {expected} 级", f"改为 {'#' * expected} {text}"


def _signature_missing(defect: Defect) -> Words:
    return f"{defect.values['api'] or '这个标题'}下面没有签名", "在标题下用 ```python 代码块写出签名。"


def _lack_unsaid(defect: Defect) -> Words:
    label = defect.values["label"]
    if defect.values["side"] == "torch":
        hint = "在句号前加上“，Paddle 无此参数，需要转写”，或“，暂无转写方式”，或“，一般对网络训练结果影响不大，可直接删除”。"
        return f"只有 PyTorch 有 `{label}`，而备注没有写“Paddle 无此参数”", hint
    hint = "在句号前加上“，PyTorch 无此参数，Paddle 保持默认即可”，或写明如何设置。"
    return f"只有 Paddle 有 `{label}`，而备注没有写“PyTorch 无此参数”", hint


_EXAMPLE_HINT = "写成“# PyTorch 写法”与代码，空一行，再写“# Paddle 写法”与代码。"

RULES = (
    DefectRule(
        code="DOC001",
        title="文档是空的，或不是文本",
        why="读不出文字的文件没有内容可以检查，也没有内容可以导入。",
        words={
            Kind.EMPTY: ("文档是空的", "写上内容，或删去该文件。"),
            Kind.BINARY: (
                "文件不是 UTF-8 编码的文本",
                "用编辑器另存为 UTF-8；若是图片或压缩包，从文件夹中移走。",
            ),
            Kind.TOO_LARGE: (
                "文件有 {size} MB，上限是 {limit} MB",
                "差异文档不会这么大：检查是不是放错了文件。",
            ),
        },
        bad=(
            Bad("\n \n", at="", path=_PATH),
            Bad("", at="", path=_PATH, raw=b"\x89PNG\r\n\x00\x00"),
            Bad("", at="", path=_PATH, raw="## [ 无参数 ] torch.abs".encode("gbk")),
        ),
        good=(GOOD,),
    ),
    DefectRule(
        code="DOC002",
        title="不是差异文档：没有标题",
        spec=("R3",),
        why="标题写明分类与 API；没有标题，便不知道文档说的是什么。",
        words={
            Kind.NO_TITLE: (
                "没有“[ 分类名称 ] API 全称”这样的标题",
                "在第一行写上标题，例如：## [ 仅参数名不一致 ] torch.abs",
            ),
        },
        bad=(
            Bad("今天天气很好。\n", at="今天", path=_PATH),
            _bad("## [ 仅参数名不一致 ] torch.abs\n", "", at="[torch.abs]"),
        ),
        good=(GOOD,),
    ),
    DefectRule(
        code="DOC003",
        title="标题的写法不规范",
        spec=("R3",),
        severity=Severity.WARNING,
        why="各篇标题写法一致，才好查找，也才能由工具读取。",
        words={
            Kind.TITLE_FORM: ("标题的写法不规范：{text}", "写成 [ 分类名称 ] API 全称：半角方括号，后面空一格。"),
        },
        bad=(
            _bad("] torch.abs\n", "]torch.abs\n", at="[ 仅参数名不一致 ]torch"),
            _bad("[ 仅参数名不一致 ]", "【仅参数名不一致】", at="【仅参数名"),
            _bad("[ 仅参数名不一致 ] ", "", at="torch.abs"),
        ),
        good=(GOOD,),
    ),
    DefectRule(
        code="DOC004",
        title="一个文件里有两篇文档",
        spec=("R3",),
        why="一篇文档说一个 API；第二个标题之后的内容没有读取。",
        words={
            Kind.SECOND_TITLE: ("这里又有一个标题，它之后的内容没有读取：{text}", "把第二篇移到它自己的文件。"),
        },
        bad=(Bad(GOOD + "\n" + GOOD.replace("abs", "acos"), at="[ 仅参数名不一致 ] torch.acos", path=_PATH),),
        good=(GOOD,),
    ),
    DefectRule(
        code="DOC005",
        title="标题、文件名与 API 不一致",
        spec=("R3", "R18"),
        why="读者与工具按名称查找；三处不一致，总有一处会找错。",
        words={
            Kind.API_DISAGREES: ("标题写的是 {title}，签名上方写的是 {heading}", "改正其中一处。"),
            Kind.FILE_DISAGREES: ("标题写的是 {api}，文件名是 {stem}", "把文件改名为 {api}.md，或改正标题。"),
        },
        bad=(
            _bad("] torch.abs\n", "] torch.absolute\n", at="torch.absolute"),
            _bad("### [torch.abs]", "### [torch.absolute]", at="[torch.absolute]"),
        ),
        good=(GOOD,),
    ),
    DefectRule(
        code="DOC006",
        title="对应的 API 不是 API 名称",
        spec=("R19",),
        why="第二个标题写对应的 Paddle API；没有对应的 API 时不写这个标题。",
        words={Kind.API_INVALID: _not_an_api},
        bad=(_bad("[paddle.abs]", "['abs']", at="['abs']"),),
        good=(GOOD,),
    ),
    DefectRule(
        code="DOC007",
        title="标题的层级或名称不对",
        spec=("R3", "R18", "R19", "R37"),
        why="工具按标题的层级与名称辨认各部分：标题用 ##，API 与各节用 ###，示例用 ####。",
        words={
            Kind.HEADING_LEVEL: _heading_level,
            Kind.HEADING_FORM: (
                "标题“{text}”的写法不规范",
                "井号后面空一格；各节的名称是“参数映射”与“转写示例”。",
            ),
            Kind.HEADING_UNKNOWN: (
                "规范中没有“{text}”这一节",
                "其中的文字作为补充说明保留；移到总结句、备注或转写示例里更好。",
            ),
            Kind.HEADING_EMPTY: (
                "示例“{text}”没有代码",
                "写上代码；没有示例时删去这个标题，它现在作为补充说明保留。",
            ),
        },
        bad=(
            _bad("### 参数映射", "#### 参数映射", at="参数映射"),
            _bad("### 参数映射", "###参数映射", at="参数映射"),
            _bad("### 参数映射", "### 参数对比", at="参数对比"),
            _bad("### 参数映射", "### 其他说明\n\n### 参数映射", at="其他说明"),
            Bad(f"{GOOD}\n### 转写示例\n\n#### out：指定输出\n\n略。\n", at="out：", path=_PATH),
        ),
        good=(GOOD,),
    ),
    DefectRule(
        code="DOC008",
        title="API 标题没有可用的链接",
        spec=("R18", "R19"),
        why="读者要从差异文档去到两边的官方文档。",
        words={
            Kind.LINK_MISSING: ("{api} 没有链接", "写成 [{api}](https://…)。"),
            Kind.LINK_FORM: ("{api} 的链接缺少 https://：{url}", "写成 https://{url}"),
            Kind.LINK_INVALID: ("{api} 的链接不是网址，没有读取：{url}", "写上以 https:// 开头的地址。"),
        },
        bad=(
            _bad("(https://www.paddle", "()\n<!-- ", at="[paddle.abs]()"),
            _bad("https://www.paddle", "www.paddle", at="[paddle.abs]"),
            _bad("https://www.paddlepaddle.org.cn/", "#", at="[paddle.abs]"),
        ),
        good=(GOOD,),
    ),
    DefectRule(
        code="DOC009",
        title="API 标题下没有签名",
        spec=("R5", "R18", "R19"),
        why="参数表要对照签名来读。",
        words={Kind.SIGNATURE_MISSING: _signature_missing},
        bad=(_bad("```python\npaddle.abs(x)\n```\n", "", at="[paddle.abs]"),),
        good=(GOOD,),
    ),
    DefectRule(
        code="DOC010",
        title="缺少一句话总结",
        spec=("R20",),
        why="读者先看一句话，再看表格。",
        words={
            Kind.SUMMARY_MISSING: (
                "{api} 的签名之后没有一句话总结",
                "按分类写上总结，例如“两者功能一致，参数完全一致，具体如下：”。",
            ),
        },
        bad=(_bad("两者功能一致且参数用法一致，仅参数名不一致，具体如下：\n", "", at="[paddle.abs]"),),
        good=(GOOD,),
    ),
    DefectRule(
        code="DOC011",
        title="代码块没有闭合",
        why="没有闭合的代码块会把后面的标题与表格都吞进去。",
        words={
            Kind.FENCE_UNCLOSED: (
                "这个代码块没有闭合",
                "在代码之后另起一行写 ```；检查时按它在下一个标题或表格之前结束来读。",
            ),
        },
        bad=(
            _bad("torch.abs(input)\n```\n", "torch.abs(input)\n", at="```python"),
            _bad_example("y)\n```\n", "y)\n", at="```python"),
        ),
        good=(GOOD,),
    ),
    DefectRule(
        code="DOC012",
        title="参数映射的表格不完整",
        spec=("R23",),
        why="列数不齐的行在网页上会错位，或丢掉内容。",
        words={
            Kind.TABLE_ROW: (
                "这一行有 {cells} 格，应为 3 格",
                "每行三格：PyTorch 参数、Paddle 参数、备注；备注里的竖线写成 \\|。",
            ),
            Kind.TABLE_HEADER: (
                "表头不规范：{header}",
                "表头写成：| PyTorch | PaddlePaddle | 备注 |，下一行是分隔行。",
            ),
            Kind.TABLE_EMPTY: ("“参数映射”里没有参数行", "写上参数，或删去这一节。"),
            Kind.ROW_NAMELESS: ("这一行两边都没有参数名：{note}", "写上参数名，或删去这一行。"),
        },
        bad=(
            _bad(_ROW, "| input | x |", at="| input"),
            _bad(_ROW, "| input | x | 表示输入 | 仅参数名不一致。 |", at="| input"),
            _bad("| PyTorch | PaddlePaddle | 备注 |", "| PyTorch | PaddlePaddle | 说明 |", at="| PyTorch"),
            _bad(_ROW, "", at="参数映射"),
            _bad(_ROW, "| - | - | 表示输入的 Tensor。 |", at="| - | -"),
        ),
        good=(GOOD,),
    ),
    DefectRule(
        code="DOC013",
        title="代码块里混有正文",
        spec=("R38",),
        why="读者会复制整个代码块；夹在其中的句子不能运行。",
        words={Kind.PROSE_IN_CODE: ("代码块里有一行不是代码：{text}", "移到代码块之前，或写成 # 开头的注释。")},
        bad=(_bad_example("# PyTorch 写法", "指定输出时：\n# PyTorch 写法", at="指定输出时："),),
        good=(_GOOD_EXAMPLE,),
    ),
    DefectRule(
        code="DOC014",
        title="转写示例没有分成两边",
        spec=("R38",),
        why="读者要对照 PyTorch 与 Paddle 两种写法；工具要分别运行它们。",
        words={
            Kind.EXAMPLE_MARKS: ("两种写法没有用规定的注释分开", _EXAMPLE_HINT),
            Kind.EXAMPLE_UNSPLIT: ("这段代码分不出 PyTorch 与 Paddle 两边，作为补充说明整段保留", _EXAMPLE_HINT),
        },
        bad=(
            _bad_example("# PyTorch 写法\n", "", at="torch.abs(x, out=y)"),
            _bad_example("# PyTorch 写法", "# Paddle 写法", at="# Paddle 写法"),
        ),
        good=(_GOOD_EXAMPLE,),
    ),
    DefectRule(
        code="DOC015",
        title="改名的参数没有写“仅参数名不一致”",
        spec=("R27",),
        why="读者逐行扫过备注，靠这句话知道要改名。",
        words={
            Kind.RENAMED_UNSAID: (
                "`{label}` 两边名称不同，而备注没有说",
                "在句号前加上“，仅参数名不一致”。",
            ),
        },
        bad=(_bad("Tensor，仅参数名不一致。", "Tensor。", at="表示输入的 Tensor。"),),
        good=(GOOD,),
    ),
    DefectRule(
        code="DOC016",
        title="独有的参数没有写“无此参数”",
        spec=("R28", "R30"),
        why="读者靠这句话知道另一边没有这个参数，以及该怎么办。",
        words={Kind.LACK_UNSAID: _lack_unsaid},
        bad=(
            _bad(_ROW, f"{_ROW}\n| - | name2 | 表示名称。 |", at="表示名称。"),
            _bad(_ROW, f"{_ROW}\n| out | - | 表示输出，可直接删除。 |", at="表示输出"),
        ),
        good=(GOOD,),
    ),
    DefectRule(
        code="DOC017",
        title="备注没有以“。”结尾",
        spec=("R32",),
        why="规范要求每个备注以句号结尾。",
        words={Kind.NOTE_UNENDED: ("`{label}` 的备注没有以“。”结尾：{note}", "在末尾加上“。”。")},
        bad=(_bad("不一致。 |", "不一致 |", at="表示输入"),),
        good=(GOOD,),
    ),
    DefectRule(
        code="DOC018",
        title="没有一行说明标题所说的差异",
        spec=("R9", "R31"),
        why="标题说类型或返回值不一致，读者要在表格里看到是哪一个。",
        words={
            Kind.KIND_UNPLACED: (
                "标题是“{category}”，而没有一行说明它",
                "在不一致的一行写明如何不同，再写“需要转写”或“暂无转写方式”；返回值写成“返回值”一行。",
            ),
        },
        bad=(_bad("[ 仅参数名不一致 ]", "[ 返回参数类型不一致 ]", at="[ 返回参数类型不一致 ]"),),
        good=(GOOD,),
    ),
    DefectRule(
        code="DOC019",
        title="签名里写了类型，页面上不显示",
        spec=("R18",),
        why="签名只写参数名与默认值；类型不会显示在页面上，有差别时要在备注里说明。",
        words={
            Kind.SIGNATURE_ANNOTATED: (
                "{api} 的签名给 {parameters} 写了类型",
                "删去签名里的类型；两边的类型不同时，写进该参数的备注。",
            ),
        },
        bad=(_bad("torch.abs(input)\n", "torch.abs(input: Tensor)\n", at="torch.abs(input: Tensor)"),),
        good=(GOOD,),
    ),
)
