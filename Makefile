# 一切命令都在 .venv 中运行；它在第一次需要时建立，只有依赖的清单改变时才重新安装。

PYTHON ?= python3
VENV ?= .venv
# 不取环境变量：有的 shell 把 HOST 设成机器名。
HOST := 127.0.0.1
PORT := 8000

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --use-pep517
# 一个核一个进程；测试之间互不相干，做完的去帮没做完的。单独运行几个测试时直接用 python -m pytest，不必等进程启动。
# 等不到头的测试（例如等一个不再回答的浏览器）在十分钟后连同它停在何处一起报告为失败，而不是让其余的测试一直等下去。
PYTEST := $(BIN)/python -m pytest -n auto --maxprocesses 8 --dist worksteal \
	-o faulthandler_timeout=600 -o faulthandler_exit_on_timeout=true
# make test 运行哪些测试：反复生成网站、打包的那些（slow）占一半的时间，与记录无关，由 make check 与 CI 运行。
TESTS := not slow
CHROMIUM := $(firstword $(wildcard $(addprefix /usr/bin/,chromium-headless-shell chromium chromium-browser google-chrome)))

# Material 每次运行都提示它将于 2027 年停止维护；make zensical 已使网站可以换用后继者。
export NO_MKDOCS_2_WARNING := 1
# 有的 shell 不让 Python 存下编译的结果；测试与 CI 启动上百个进程，每个都要重新编译。
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help serve test lint check site libraries verify inventory browser zensical wheel hooks bench screenshots clean

help: ## 列出这些命令
	@awk 'BEGIN { FS = ":.*## " } /^[a-z-]+:.*## / { printf "  make %-10s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo "可以改变的值：HOST=$(HOST) PORT=$(PORT) PYTHON=$(PYTHON) VENV=$(VENV)，例如 make serve PORT=9000。"

# ---- 阅读与编辑 ----

serve: $(VENV)/base.stamp ## 预览网站：保存记录、模板或页面之后自动刷新
	$(BIN)/mkdocs serve --dev-addr $(HOST):$(PORT)

lint: $(VENV)/base.stamp ## 检查全部记录
	$(BIN)/apimap lint

site: $(VENV)/base.stamp ## 生成网站到 site/，有任何问题即失败
	$(BIN)/mkdocs build --strict

# ---- 检查 ----

test: $(VENV)/test.stamp ## 运行测试，慢的除外；装有两个库与浏览器时，也运行用到它们的测试
	$(PYTEST) -m '$(TESTS)'

check: $(VENV)/test.stamp ## 改动代码之后的检查：代码、格式、类型、各层的引用、记录与全部测试
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache --no-logo
	$(BIN)/apimap lint
	$(PYTEST)

zensical: $(VENV)/test.stamp ## 用另一个引擎生成网站，核对页面是否相同
	$(BIN)/mkdocs build --quiet --strict --site-dir build/mkdocs
	rm -rf site
	$(BIN)/apimap render
	$(BIN)/zensical build
	$(BIN)/apimap export site --output site
	cd build/mkdocs && find . -name '*.html' ! -name 404.html | sort > ../mkdocs.pages
	cd site && find . -name '*.html' ! -name 404.html | sort > ../build/zensical.pages
	test -s build/mkdocs.pages
	diff build/mkdocs.pages build/zensical.pages

# 一页打开之后要等半秒没有请求，所以进程比核多。
browser: $(VENV)/browser.stamp site ## 生成网站，并在浏览器中测试；需要系统中的 chromium
	@test -n "$(CHROMIUM)" || { echo "没有找到 chromium：请先用系统的包管理器安装 chromium-headless-shell 或 chromium。" >&2; exit 1; }
	CI=1 SITE=site $(PYTEST) -n 4 tests/browser

# ---- 用到两个库的 ----

libraries: $(VENV)/libraries.stamp ## 安装 torch、paddle 与 torchvision（数百 MB；带 CUDA 的构建数 GB）

inventory: $(VENV)/libraries.stamp ## 由已安装的库重新生成 mapping_data/inventory/
	$(BIN)/apimap inventory

verify: $(VENV)/libraries.stamp ## 在两个库上运行全部示例与检查，写下证据
	$(BIN)/apimap verify

# ---- 其他 ----

wheel: $(VENV)/base.stamp ## 打包到 dist/
	$(BIN)/apimap export calls --output generator/calls.json
	$(BIN)/apimap export json --output generator/data.json
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir dist .

hooks: $(VENV)/test.stamp requirements/hooks.txt ## 安装 git 提交前的检查
	$(PIP) -r requirements/hooks.txt
	$(BIN)/pre-commit install

bench: $(VENV)/base.stamp ## 测量检查、渲染等命令的时间，与只读文件相比
	$(BIN)/python -m bench.stages

screenshots: $(VENV)/browser.stamp ## 重拍 docs/images/ 中的图；需要系统中的 chromium
	@test -n "$(CHROMIUM)" || { echo "没有找到 chromium：请先用系统的包管理器安装 chromium-headless-shell 或 chromium。" >&2; exit 1; }
	$(BIN)/python -m bench.screenshots

# 生成的页面即 git 在 site_src/ 中忽略的文件；测试核对 .gitignore 与页面的登记一致。
clean: ## 删去生成的文件与缓存；保留 .venv
	rm -rf site build dist .cache .apimap .pytest_cache .mypy_cache .ruff_cache .hypothesis
	git clean -qfdX site_src generator tests bench

# ---- 安装：每个 stamp 记下一份清单已经装好 ----

$(VENV)/build.stamp: requirements/build.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "需要 Python 3.11 或更高的版本；可用 PYTHON=python3.12 指定另一个解释器。" >&2; exit 1; }
	@echo "正在建立 $(VENV) 并安装依赖，只有第一次需要，约一分钟……"
	@$(PYTHON) -m venv $(VENV) || { echo "无法建立虚拟环境。Debian 与 Ubuntu 需要先安装 python3-venv。" >&2; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/build.txt
	@touch $@

$(VENV)/base.stamp: $(VENV)/build.stamp requirements/base.txt pyproject.toml
	@$(PIP) -r requirements/base.txt
	@$(PIP) --no-deps --editable .
	@touch $@

$(VENV)/test.stamp: $(VENV)/base.stamp requirements/test.txt
	@$(PIP) -r requirements/test.txt
	@touch $@

$(VENV)/browser.stamp: $(VENV)/test.stamp requirements/browser.txt
	@$(PIP) -r requirements/browser.txt
	@touch $@

$(VENV)/libraries.stamp: $(VENV)/test.stamp requirements/libraries.txt requirements/torchvision.txt
	$(PIP) -r requirements/libraries.txt
	$(PIP) --no-deps -r requirements/torchvision.txt
	@touch $@
