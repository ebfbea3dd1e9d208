from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from export_samples import FORMULA, files_of, shipped_files
from samples import ABS, DROPOUT, shipped_catalog

from generator.model.category import MISSING
from generator.model.vocabulary import NAMES_OF_2024
from generator.publishing.export import docs_mappings
from generator.publishing.export.record import record_data

UPSTREAM = {
    "无参数",
    "参数完全一致",
    "仅参数名不一致",
    "paddle 参数更多",
    "参数默认值不一致",
    "torch 参数更多",
    "返回参数类型不一致",
    "输入参数类型不一致",
    "输入参数用法不一致",
    "组合替代实现",
    "涉及上下文修改",
    "对应 API 不在主框架",
}
"""The closed list of PaddlePaddle/docs ``validate_mapping_files.py`` in December 2024, without what has no document."""


def test_entry_is_what_the_public_checker_writes() -> None:
    """Keys, their order, the parts of a signature and the cells of a row are those of the public format."""
    (entry,) = json.loads(files_of(DROPOUT)["docs-mappings.json"])
    name = "torch.nn.functional.dropout"
    assert entry == {
        "source_file": f"api/{name}.md",
        "src_api": name,
        "mapping_type": "torch 参数更多",
        "src_api_url": f"https://pytorch.org/docs/stable/generated/{name}.html",
        "src_signature": [{"api_name": name}],
        "dst_api": "paddle.nn.functional.dropout",
        "dst_api_url": "https://www.paddlepaddle.org.cn/documentation/docs/zh/api/paddle/nn/functional/dropout_cn.html#dropout",
        "dst_signature": [{"api_name": "paddle.nn.functional.dropout"}],
        "args_mapping": [
            {"src_arg": "input", "dst_arg": "x", "note": "表示输入的 Tensor，仅参数名不一致。"},
            {"src_arg": "inplace", "dst_arg": "-", "note": "表示是否原位操作，Paddle 无此参数，需要转写。"},
            {"src_arg": "-", "dst_arg": "axis", "note": "指定丢弃所沿的轴，PyTorch 无此参数，Paddle 保持默认即可。"},
        ],
    }


def test_signature_is_taken_apart_as_there() -> None:
    """Arguments have name, type and default; the star before keyword arguments is one of them, a slash is not."""
    text = ABS.replace("category", "signatures: {torch: 'torch.abs(input, /, *, out=None, **kwargs)'}\ncategory")
    (entry,) = json.loads(files_of(text)["docs-mappings.json"])
    args = entry["src_signature"][0]["args"]
    assert [(arg["arg_name"], arg["arg_default"]) for arg in args] == [
        ("input", None),
        ("*", None),
        ("out", "None"),
        ("**kwargs", None),
    ]
    assert all(list(arg) == ["arg_name", "arg_type", "arg_default"] for arg in args)


def test_names_are_those_of_2024() -> None:
    """Each category with a page, of each kind, has a name of the closed list; what is missing has no entry."""
    names = {term.name for term in NAMES_OF_2024.terms if term.categories and MISSING not in term.categories}
    assert names == UPSTREAM
    assert json.loads(files_of(FORMULA)["docs-mappings.json"]) == []


def test_names_of_2024_stand_in_the_public_documents() -> None:
    """The titles of the public documents use the names that we export."""
    corpus = os.environ.get("MAPPING_CORPUS")
    if corpus is None:
        pytest.skip("MAPPING_CORPUS is not set")
    firsts = (path.read_text("utf-8").partition("\n")[0] for path in Path(corpus).glob("api_difference*/**/*.md"))
    titles = {re.sub(r"\s+", " ", found[1]).strip() for line in firsts if (found := re.match(r"## *\[(.+?)\]", line))}
    assert titles >= UPSTREAM - {"对应 API 不在主框架", "涉及上下文修改"}


def test_kind_decides_the_name() -> None:
    """Category 3 is three in the public list: the first difference decides which."""
    rows = {
        "输入参数用法不一致": "{torch: input, paddle: x, note: 输入。, differs: {usage: 次序不同}, rewrite: drop}",
        "输入参数类型不一致": "{torch: input, paddle: x, note: 输入。, differs: {type: 类型不同}, rewrite: drop}",
        "返回参数类型不一致": "{returns: 返回值不同, rewrite: drop}",
    }
    for name, row in rows.items():
        text = f"torch: torch.abs\npaddle: paddle.abs\ncategory: 参数不一致\nparameters:\n  - {row}\n"
        (entry,) = json.loads(files_of(text)["docs-mappings.json"])
        assert entry["mapping_type"] == name
    assert entry["args_mapping"] == [
        {"src_arg": "返回值", "dst_arg": "返回值", "note": "返回值不同，一般对网络训练结果影响不大，可直接删除。"}
    ]


def test_public_tools_meet_no_null_and_no_other_name() -> None:
    """A key without a value is left out, and what has rows has a signature to go with them."""
    for entry in json.loads(shipped_files()["docs-mappings.json"]):
        assert entry["mapping_type"] in UPSTREAM
        assert all(value not in (None, "", []) for value in entry.values())
        assert all(row["src_arg"] and row["dst_arg"] and row["note"] for row in entry.get("args_mapping", ()))
        assert entry["src_signature"][0]["api_name"] == entry["src_api"]


def test_overloads_share_an_entry() -> None:
    """The entry has every signature once, and the rows of its one counterpart, each pair once."""
    catalog = shipped_catalog()
    source = next(one for one in catalog.by_api.values() if one.record and len(one.record.overloads) > 1)
    assert source.record is not None
    entry = json.loads(docs_mappings.part(catalog, source, source.record, record_data(catalog, source, source.record)))
    assert entry["dst_api"] == source.record.overloads[0].paddle
    pairs = [(row["src_arg"], row["dst_arg"]) for row in entry.get("args_mapping", ())]
    assert len(pairs) == len(set(pairs))
    texts = [json.dumps(one) for one in entry["src_signature"]]
    assert len(texts) == len(set(texts))
