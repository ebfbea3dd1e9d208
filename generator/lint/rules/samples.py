"""Files without a fault that the examples of several rules are made from."""

from __future__ import annotations

ABS = """\
torch: torch.abs
paddle: paddle.abs
category: 仅参数名不一致
parameters:
  - {torch: input, paddle: x, note: 表示输入的 Tensor。}
"""
"""The smallest record with a parameter."""

CHECKED_ABS = f"""\
{ABS}checks:
  - given: {{x: "float32[2, 3]"}}
    torch: y = torch.abs(input=x)
    paddle: y = paddle.abs(x=x)
    usual: true
"""
"""``ABS`` with code."""

ABS_WITH_OUT = f"""\
{ABS}  - {{torch: out, paddle: out, note: 表示存放结果的 Tensor。}}
checks:
  - given: {{x: "float32[2, 3]", y: "float32[2, 3]"}}
    torch: torch.abs(x, out=y)
    paddle: paddle.abs(x, out=y)
    usual: true
"""
"""``ABS`` with a second parameter of its signature and code that passes it."""

RELU = """\
torch: torch.nn.ReLU
paddle: paddle.nn.ReLU
category: torch 参数更多
parameters:
  - {torch: inplace, note: 表示是否原位操作。, rewrite: drop}
"""
"""A layer of which Paddle lacks a parameter that does not matter."""

WITH_EXAMPLE = """\
torch: torch.abs
paddle: paddle.abs
category: torch 参数更多
parameters:
  - {torch: input, paddle: x, note: 表示输入的 Tensor。}
  - {torch: out, note: 表示输出的 Tensor。, rewrite: example}
examples:
  - parameter: out
    title: 指定输出
    given: {x: "float32[2]", y: "float32[2]"}
    torch: torch.abs(x, out=y)
    paddle: paddle.assign(paddle.abs(x), y)
"""
"""A torch-only parameter and the 转写示例 that it needs."""

NO_PARAMETERS = """\
torch: torch.is_grad_enabled
paddle: paddle.is_grad_enabled
category: 无参数
checks:
  - torch: y = torch.is_grad_enabled()
    paddle: y = paddle.is_grad_enabled()
"""
"""A record without a parameter table."""

DIFFERING = """\
torch: torch.add
paddle: paddle.add
category: 参数不一致
parameters:
  - {torch: input, paddle: x, note: 表示第一个输入。}
  - {torch: other, paddle: y, note: 表示第二个输入。, differs: {type: PyTorch 可传入标量，Paddle 只支持 Tensor}, rewrite: unsupported}
  - {paddle: axis, note: 表示运算所沿的轴。, set: default}
"""
"""A renamed, a differing and a Paddle-only parameter."""

PADDLE_HAS_MORE = """\
torch: torch.nn.ZeroPad2d
paddle: paddle.nn.ZeroPad2D
category: 仅 paddle 参数更多
parameters:
  - {torch: padding, paddle: padding, note: 表示各边填充的宽度。}
  - {paddle: data_format, note: 表示数据的布局。, set: default}
"""
"""A Paddle-only parameter in category 1."""

ADD = """\
torch: torch.add
paddle: paddle.add
category: torch 参数更多
parameters:
  - {torch: input, paddle: x, note: 表示第一个输入。}
  - {torch: other, paddle: y, note: 表示第二个输入。}
  - {torch: alpha, note: 表示第二个输入的系数。, rewrite: unsupported}
  - {torch: out, paddle: out, note: 表示存放结果的 Tensor。}
"""
"""Every parameter of both signatures."""

NOTE = """\
number: 7
title: 求绝对值的结果类型
theme: 运算与形状
surprise: 整数的绝对值还是整数。
holds: unchecked
today: 没有核对。
advice: 需要小数时先转换类型。
apis: [torch.abs]
"""
"""A migration note."""

GOOD_DOCUMENT = """\
## [ 仅参数名不一致 ] torch.abs

### [torch.abs](https://pytorch.org/docs/stable/generated/torch.abs.html)

```python
torch.abs(input)
```

### [paddle.abs](https://www.paddlepaddle.org.cn/documentation/docs/zh/api/paddle/abs_cn.html)

```python
paddle.abs(x)
```

两者功能一致且参数用法一致，仅参数名不一致，具体如下：

### 参数映射

| PyTorch | PaddlePaddle | 备注 |
| ------- | ------------ | ---- |
| input | x | 表示输入的 Tensor，仅参数名不一致。 |
"""
"""A Markdown difference document."""

GOOD_TABLE = """\
## 基础操作类 API 映射列表

| 序号 | PyTorch API | PaddlePaddle API | 备注 |
| ---- | ----------- | ---------------- | ---- |
| 1 | [torch.ones](https://pytorch.org/docs/stable/generated/torch.ones.html) | \
[paddle.ones](https://www.paddlepaddle.org.cn/documentation/docs/zh/api/paddle/ones_cn.html#ones) | 功能一致 |
"""
"""A Markdown mapping table."""
