"""The words for verification statuses; the form above a list has them too (``site_src/assets/js/list/rows.js``)."""

from __future__ import annotations

from generator.model.sample_result import FactName
from generator.model.status import Status

DROP_IN = "可直接替换前缀"
"""What a row says of a record for which changing the prefix is enough."""
NOT_ON_GPU = "未在 GPU 上运行"
"""What is said of what ran on the CPU alone."""

FACT_NAMES = {
    FactName.PREFIX: DROP_IN,
    FactName.KEYWORDS: "关键字也不必改",
    FactName.COMPAT: "enable_compat 之后不必改",
}
"""By what a list can be filtered of the three facts."""

STATUS_NAMES = {
    Status.VERIFIED: "已验证",
    Status.UNTOLD: "有未说明的差异",
    Status.SKIPPED: "部分未运行",
    Status.DIFFERS: "结果不一致",
    Status.FAILED: "运行失败",
    Status.STALE: "证据已过时",
    Status.MISSING: "尚未验证",
    Status.NOTHING: "无需运行",
}
"""What a reader is told of each status; absence of a result is never called a pass."""

STATUS_MEANINGS = {
    Status.VERIFIED: "全部示例与检查都在两个库上运行过，结果一致，派生的输入上也没有未说明的差异；功能缺失的，试过的代码在 Paddle 中报错或结果不同。",
    Status.UNTOLD: "运行过的示例与检查结果一致，但换了输入之后有记录没有说明的差异，列在页面的验证结果中。",
    Status.SKIPPED: "有的示例需要 GPU、多个进程或另外的库，没有运行；其余的结果一致。",
    Status.DIFFERS: "有的示例在两个库上结果不同。",
    Status.FAILED: "有的示例无法运行。",
    Status.STALE: "验证之后，记录的代码或库的版本变了。",
    Status.MISSING: "写了示例或检查，还没有运行过。",
    Status.NOTHING: "记录里没有可以运行的代码。",
}
