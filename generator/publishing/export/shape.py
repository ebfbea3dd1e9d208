"""The shape of ``data.json``: the schema, the page 数据与接口 and the tests all read it from these models.

Every key is always there: what has no value is null, an empty list or an empty object.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from generator.catalog.release_status import State as StandingState
from generator.catalog.unanswered.counterpart import Ground
from generator.model.call_verdict import EFFORTS
from generator.model.category import CATEGORIES, DifferenceKind
from generator.model.evidence import AttributeFact
from generator.model.inventory import ApiKind
from generator.model.parameter import Covers, Effect
from generator.model.record import Expectation
from generator.model.relation import Relation, Rewrite
from generator.model.sample_result import State
from generator.model.status import Outcome, Status
from generator.model.vocabulary import NAMES_OF_2025

FORMAT = "1.10"
"""The version of the shape: the second number rises when keys or values are added, the first when any change or go."""

_EFFORT: dict[str, Any] = {"enum": list(map(str, EFFORTS))}
_CATEGORY: dict[str, Any] = {"enum": [category.name for category in CATEGORIES]}
_CATEGORY_OR_NONE: dict[str, Any] = {"enum": [*(category.name for category in CATEGORIES), None]}
_NUMBER: dict[str, Any] = {"enum": [category.number for category in CATEGORIES]}


class Shape(BaseModel):
    """What all parts share: they cannot change and have no other keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True, serialize_by_alias=True)


class Defaults(Shape):
    """The two defaults of a parameter."""

    torch: str = Field(description="PyTorch 的默认值，Python 源码。")
    paddle: str = Field(description="Paddle 的默认值，Python 源码。")


class Differing(Shape):
    """How a parameter or the return value differs."""

    kind: DifferenceKind = Field(description="`usage` 用法不同，`type` 类型不同，`return` 返回值不同。")
    words: str = Field(description="如何不同。")


class ConditionData(Shape):
    """When a row applies to a call."""

    words: str = Field(description="中文的条件，读作“…时”。")
    clauses: list[list[list[Any]]] = Field(
        description="几组之一成立即可，一组之内都要成立；每项为 `[参数或 call, 条件, 值]`，见贡献指南。"
    )


class ParameterData(Shape):
    """One row of 参数映射."""

    torch: str | None = Field(description="PyTorch 参数名；Paddle 独有的参数与返回值为 null。")
    paddle: str | None = Field(description="Paddle 参数名；PyTorch 独有的参数与返回值为 null。")
    relation: Relation = Field(description="两边的关系。")
    note: str = Field(description="参数的含义。")
    text: str = Field(description="页面上的备注：含义，加上说明两边关系的固定用语。")
    set: str | None = Field(description="Paddle 应如何设置：`default` 表示保持默认即可，否则是要传入的值。")
    rewrite: Rewrite | None = Field(
        description="如何转写：`example` 见转写示例，`unsupported` 暂无转写方式，`drop` 可直接删除。"
    )
    default: Defaults | None = Field(description="两边的默认值，仅在不同时有。")
    differs: Differing | None = Field(description="用法、类型或返回值如何不同。")
    when: ConditionData | None = Field(description="这一行在什么调用中适用；没有写时为 null。")
    covers: Covers = Field(description="`exact` 条件成立时一定适用，`within` 成立时可能适用。")
    effect: Effect | None = Field(description="差别不在结果中，而在：视图、初始值、状态、梯度或随机数。")
    undecided: str = Field(description="代码里看不出条件是否成立时怎样转换：stop、assume 或 convert；没有写明的为空。")
    convert: str | dict[str, str] | None = Field(
        description="条件成立时怎样转换：Paddle 的参数到表达式（`then` 是跟在后面的语句），或代替整个调用的表达式。"
    )


class CallData(Shape):
    """The same piece of work in both libraries."""

    given: dict[str, Any] = Field(description="运行所需的输入：变量名到值，写法见贡献指南。")
    torch: str = Field(description="PyTorch 写法。")
    paddle: str = Field(description="Paddle 写法。")
    skip: str | None = Field(description="没有运行的原因。")
    usual: bool = Field(description="是否为这组参数最平常的调用，每组一段；“要改多少”由它得来。")
    expect: Expectation = Field(
        description="应当的结果：两边相同（same）；功能缺失的还可以是两边不同（differs），或 Paddle 报错（fails）。"
    )
    outcome: Outcome | None = Field(description="验证的结果；没有验证过，或证据已过时，为 null。")


class ExampleData(CallData):
    """One 转写示例."""

    parameter: tuple[str, ...] = Field(description="所转写的 PyTorch 参数。")
    title: str = Field(description="参数的功能，或示例的说明。")
    case: str | None = Field(description="适用的情形。")


class DtypesData(Shape):
    """Which dtypes the Tensors of some arguments may have, as measured."""

    parameters: tuple[str, ...] = Field(
        description="PyTorch 的参数，`forward.` 开头的是网络层调用时的；不是直接传入的 Tensor 为空列表。"
    )
    torch: tuple[str, ...] = Field(description="PyTorch 接受的 dtype。")
    refused: tuple[str, ...] = Field(description="其中 Paddle 不接受的。")
    partly: tuple[str, ...] = Field(description="其中 Paddle 在一部分检查中接受、在另一部分中不接受的。")
    backward: tuple[str, ...] = Field(description="其中 Paddle 接受、而反向传播时不接受的。")
    mixed: tuple[str, ...] = Field(description="`refused` 中别的 Tensor 是另一种 dtype 时 Paddle 接受的。")


class LostDigitsData(Shape):
    """That Paddle's results have fewer digits than torch's, as measured."""

    dtype: str = Field(description="输入的 dtype：`float32`、`float64`、`complex64` 或 `complex128`。")
    backward: bool = Field(description="是梯度的，还是结果的。")
    error: str = Field(description="量到的最大的相对误差，取 10 的幂，如 `1e-07`；`1` 表示一位也不对。")


class MeasuredData(Shape):
    """On what the facts were measured."""

    versions: dict[str, str] = Field(description="各库的版本。")
    device: str = Field(description="在什么设备上运行：`cpu` 表示未在 GPU 上运行。")
    date: str = Field(description="结果最近一次变化的日期。")


class MappingData(Shape):
    """A record's one mapping, or one of its overloads."""

    title: str | None = Field(description="这组参数的用途；只有一组时为 null。")
    paddle: str | None = Field(description="对应的 Paddle API；没有时为 null。")
    effort: str = Field(description="这组参数最平常的调用要改多少。", json_schema_extra=_EFFORT)
    torch_signature: str = Field(description="PyTorch 签名；没有签名时只有名称。")
    paddle_signature: str | None = Field(description="Paddle 签名。")
    torch_url: str | None = Field(description="PyTorch 文档的地址。")
    paddle_url: str | None = Field(description="Paddle 文档的地址。")
    summary: str | None = Field(description="一句话总结。")
    parameters: tuple[ParameterData, ...] = Field(description="参数映射，次序与页面相同。")
    dtypes: tuple[DtypesData, ...] = Field(
        description="两边各接受哪些 dtype：只改变 dtype，在 CPU 上运行得到；没有量过，或结果已过时，为空列表。"
    )
    second_order: str = Field(
        description="PyTorch 能求二阶导数，而 Paddle 在 CPU 上不能的：`never` 总是不能，`partly` 对部分参数或在部分调用中不能；都能求或没有量过的为空。"
    )
    lost_digits: tuple[LostDigitsData, ...] = Field(
        description="Paddle 在 CPU 上的有效数字少于 PyTorch 的：相对误差 float32 达 1e-4、float64 达 1e-8，而没有一行说明；没有量过为空列表。"
    )
    wrong_views: bool = Field(
        description="原位修改一个视图之后，Paddle 在 CPU 上求得的它所属的 Tensor 的梯度是否与 PyTorch 的不同；没有量过为 false。"
    )
    remarks: tuple[str, ...] = Field(description="补充说明，一段一项。")
    remark_conditions: tuple[ConditionData | None, ...] = Field(
        description="每段补充说明涉及哪些调用；没有写明的为 null。"
    )
    examples: tuple[ExampleData, ...] = Field(description="转写示例。")
    checks: tuple[CallData, ...] = Field(description="等价的调用，用于验证。")


class FactData(Shape):
    """One of the three facts of an API."""

    state: State = Field(description="`holds` 成立，`fails` 不成立，`untried` 没有试。")
    tried: int = Field(description="运行了多少个样本。")
    failed: int = Field(description="其中多少个不成立。")


class FactsData(Shape):
    """The three facts of an API, found by running samples that its record did not make."""

    prefix: FactData = Field(description="只换前缀，实参照原样。")
    keywords: FactData = Field(description="只换前缀，实参全写成 PyTorch 的关键字。")
    compat: FactData = Field(description="`paddle.enable_compat()` 之后，代码照原样。")
    accepted: tuple[str, ...] = Field(description="Paddle 的签名里没有，调用时也接受的 PyTorch 参数名。")
    untold: int = Field(description="按记录转换之后，没有一行说明的差别有几种。")


class VerificationData(Shape):
    """What verification found of a record."""

    status: Status = Field(description="验证状态。")
    drop_in: bool = Field(description="是否可直接替换前缀：只把 `torch` 换成 `paddle`，运行的代码都得到同样的结果。")
    versions: dict[str, str] = Field(description="验证所用的各库版本；没有验证过时为空。")
    date: str | None = Field(description="结果最近一次变化的日期。")
    device: str | None = Field(description="在什么设备上运行：`cpu` 表示未在 GPU 上运行；没有验证过时为 null。")
    facts: FactsData | None = Field(description="在 PyTorch 自带的样本上得到的事实；没有样本，或已过时，为 null。")


class ReleasesData(Shape):
    """Neighbouring earlier releases on which a record stands alike."""

    library: str = Field(description="哪个库。")
    releases: tuple[str, ...] = Field(description="哪些版本，由新到旧。")
    state: StandingState = Field(
        description="`holds` 与当前版本一致，`partly` 部分一致，`fails` 不成立，`not-run` 没有运行，`unknown` 不明。"
    )
    apis: tuple[str, ...] = Field(description="记录用到、而这些版本没有的 API。")
    parameters: tuple[str, ...] = Field(description="记录写明、而这些版本没有的 Paddle 参数。")
    effort: str = Field(description="最平常的调用在这些版本上要改多少。", json_schema_extra=_EFFORT)
    words: str = Field(description="页面上的说法。")


class RecordData(Shape):
    """All that is known of one PyTorch API; a file of its own, and a value in ``records``."""

    torch: str = Field(description="PyTorch API 全名。")
    answer: Literal["记录"] = Field(description="由什么回答：总是“记录”。")
    paddle: tuple[str, ...] = Field(description="对应的 Paddle API，一般一个；没有对应的为空。")
    effort: str = Field(
        description="最平常的调用要改多少，由运行的结果得来；有几组参数时，是第一组（最常用的）的。",
        json_schema_extra=_EFFORT,
    )
    category: str = Field(description="映射分类。", json_schema_extra=_CATEGORY)
    number: str = Field(description="分类的编号。", json_schema_extra=_NUMBER)
    previous_category: str | None = Field(
        description="上一个版本中的分类，与现在的不同时才有；只保留一个版本。", json_schema_extra=_CATEGORY_OR_NONE
    )
    public_category: str = Field(
        description="公开的文档现在用的 13 类中，它是哪一类。",
        json_schema_extra={"enum": [term.name for term in NAMES_OF_2025.terms]},
    )
    kind: DifferenceKind | None = Field(description="第 3 类的记录，第一处不同是哪一种；其余为 null。")
    reason: str | None = Field(description="功能缺失的原因。")
    intro: str | None = Field(description="有几组参数时，各组之前的导语。")
    aliases: tuple[str, ...] = Field(description="同一函数的其他 PyTorch 名称，包括清单中指向同一对象的。")
    related: tuple[str, ...] = Field(description="相关的 PyTorch API。")
    paddle_type: str | None = Field(
        description="作为类型（标注、`isinstance`）时的 Paddle 类，与 `paddle` 相同时为 null。"
    )
    helper: str | None = Field(
        description="没有对应的 API，或对应的 API 要修改上下文时，以 Paddle 写出的同名函数或类，参数与 PyTorch 的相同；`examples` 与 `checks` 里的代码已含有它。"
    )
    form_of: str | None = Field(description="它是哪个 API 的另一种形式：内容由那条记录得来；单独写成的为 null。")
    forms: tuple[str, ...] = Field(description="由它得来的其他形式：方法、原位的方法等。")
    page: str = Field(description="说明它的网页，相对于本站首页。")
    verification: VerificationData = Field(description="验证的结果。")
    versions: tuple[ReleasesData, ...] = Field(
        description="在较早的版本上如何，由新到旧，相邻而相同的合为一项；没有对应的 API 时为空列表。"
    )
    measured: MeasuredData | None = Field(
        description="各组参数的 `dtypes`、`second_order`、`lost_digits` 与 `wrong_views` 由什么量得；没有量过，或结果已过时，为 null。"
    )
    attributes: dict[str, AttributeFact] = Field(
        description="类的对象的属性与 Paddle 的比较，取自 `checks` 与 `examples` 造出的对象：`value` 与 `tensor` 是相同的值、"
        "同样 dtype 与形状的 Tensor，`differs` 不同，`absent` 是 Paddle 没有，`unknown` 无法比较；不是类，或证据已过时，为空。"
    )
    mappings: tuple[MappingData, ...] = Field(description="各组参数的映射，至少一组。")


class MemberData(Shape):
    """One member of a family."""

    torch: str | None = Field(description="PyTorch 一侧的全名；没有时为 null。")
    answer: Literal["系列成员"] = Field(description="由什么回答：总是“系列成员”。")
    paddle: str | None = Field(description="Paddle 一侧的全名；没有时为 null。")
    remark: str | None = Field(description="名称不同的成员，怎样调用。")
    family: str = Field(description="它所在的系列：PyTorch 一侧的模块。")
    status: Status = Field(description="系列的验证状态。")
    page: str = Field(description="说明它的网页，相对于本站首页。")


class FamilyData(Shape):
    """A torch module whose members map by one pattern."""

    torch: str = Field(description="PyTorch 一侧的模块。")
    answer: Literal["系列"] = Field(description="由什么回答：总是“系列”。")
    paddle: str = Field(description="Paddle 一侧的模块。")
    title: str = Field(description="名称。")
    status: Status = Field(description="验证状态。")
    page: str = Field(description="说明它的网页，相对于本站首页。")
    members: tuple[MemberData, ...] = Field(description="全部成员。")


class ConstantData(Shape):
    """What a constant or a switch becomes."""

    torch: str = Field(description="PyTorch 全名。")
    answer: Literal["常数"] = Field(description="由什么回答：总是“常数”。")
    paddle: str | None = Field(description="Paddle 中的写法，一个表达式；没有时为 null。")
    assign: str | None = Field(
        description="代替赋值语句的表达式，`{value}` 是所赋的值，花括号本身写两次；没有时为 null。"
    )
    note: str | None = Field(description="还要知道的。")
    reason: str | None = Field(description="没有写法时缺少什么、怎么办；有写法时为什么不能直接换。")
    page: str = Field(description="列出它的网页，相对于本站首页。")


class CategoryData(Shape):
    """One category."""

    number: str = Field(description="编号。")
    name: str = Field(description="名称。")
    meaning: str = Field(description="含义。")


class CountData(Shape):
    """How many of what ``records`` holds."""

    records: int = Field(description="记录数。")
    aliases: int = Field(description="别名数。")
    drop_in: int = Field(description="可直接替换前缀的记录数。")
    efforts: dict[str, int] = Field(description="最平常的调用要改多少：各有多少条记录。")
    categories: dict[str, int] = Field(description="各分类的记录数，键是分类的名称。")
    statuses: dict[str, int] = Field(description="各验证状态的记录数。")


class MetaData(Shape):
    """What the file says of itself."""

    format: str = Field(description="本格式的版本，如 `1.0`。", pattern=r"^\d+\.\d+$")
    generator: str = Field(description="生成它的程序与版本。")
    version: str | None = Field(
        description="数据的版本：发布的日期，如 `2026.11.22`；不是发布的数据（如网站上的）为 null。"
    )
    libraries: dict[str, str] = Field(description="内容所针对的各库版本。")
    date: str | None = Field(description="最新一条证据的日期；同样的数据得到同样的文件，因此不写生成的时刻。")
    license: str = Field(description="许可，SPDX 标识。")
    site: str | None = Field(description="本站首页的地址；本地生成时为 null。")
    counts: CountData = Field(description="各种计数。")


class GuessData(Shape):
    """The likely counterpart of a name that no record answers; made by machine."""

    paddle: str = Field(description="可能对应的 Paddle API。")
    ground: Ground = Field(
        description="依据：`same-name` 同名，`known-rename` 已知的改名，`same-name-elsewhere` 同名而在另一个模块，"
        "`near-signature` 名称与签名相近。"
    )
    mostly_wrong: bool = Field(description="拿已有的记录核对，这样的依据猜对的不到一半。")
    torch_signature: str | None = Field(description="相比的 PyTorch 签名；没有或读不到为 null。")
    paddle_signature: str | None = Field(description="相比的 Paddle 签名；没有或读不到为 null。")
    differences: tuple[str, ...] = Field(description="两边签名的差别，一项一句；没有差别或读不到签名为空。")


class UnansweredData(Shape):
    """A public torch name that no record answers: nobody has looked at it."""

    torch: str = Field(description="PyTorch 全名。")
    answer: Literal["未整理"] = Field(description="由什么回答：总是“未整理”。")
    kind: ApiKind = Field(description="它是什么：函数、类、方法、属性或常数。")
    others: tuple[str, ...] = Field(description="同一个对象的其他名称。")
    same_as: str | None = Field(description="同一个对象有记录的名称；没有时为 null。")
    see: str | None = Field(description="没有可靠的猜测时，同名、同类而在另一个模块的记录；没有时为 null。")
    uses: int = Field(description="实际的代码用到它多少次。")
    guess: GuessData | None = Field(description="由程序猜的对应，没有人看过；猜不出为 null。")
    facts: FactsData | None = Field(description="在 PyTorch 自带的样本上得到的事实；没有样本为 null。")
    page: str = Field(description="列出它的网页，相对于本站首页。")


class InheritedData(Shape):
    """The classes from which a recorded class has members."""

    bases: tuple[str, ...] = Field(description="它的基类，由近到远，只列成员有记录的。")
    own: tuple[str, ...] = Field(description="基类的有记录，而它自己另行定义、没有记录的成员。")


class Data(Shape):
    """The whole of ``data.json``."""

    meta: MetaData = Field(alias="_meta", description="关于这个文件。")
    categories: tuple[CategoryData, ...] = Field(description="全部分类，按编号排列。")
    aliases: dict[str, str] = Field(description="别名到记录：两边都是 PyTorch API 全名。")
    families: dict[str, FamilyData] = Field(description="系列：成员按同一方式对应的模块，键是 PyTorch 模块名。")
    constants: dict[str, ConstantData] = Field(description="常数与开关：不调用的名称怎么写，键是 PyTorch 全名。")
    inherited: dict[str, InheritedData] = Field(
        description="有记录的类的基类，其中有它的成员的记录；键是 PyTorch 全名。"
    )
    records: dict[str, RecordData] = Field(description="全部记录，键是 PyTorch API 全名。")
    unanswered: dict[str, UnansweredData] = Field(
        description="还没有记录的公开名称，由程序写成，不计入任何计数；键是 PyTorch API 全名。"
    )
