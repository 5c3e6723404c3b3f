#!/usr/bin/env python3
"""Scores and times the articles that the target Articles and other libraries find in real pages, each in its own process.

usage: Resources/benchmarks/articles.py FOLDER [PROGRAM [--against OTHER]]     (from the top of the repository)

The files INDEX.json, READABILITY.json, BODIES.json and STRUCTURE.json in FOLDER, as far as there are any, list pages:
{"page": a file in FOLDER, "url": ...} with one of

    "with", "without"   segments that must and must not be in the text, as in trafilatura's evaluation. They are
                        counted over all pages together; printed are precision, recall and F1
    "text"              the whole text: the mean F1 of the words of a page
    "body"              the whole text without title, captions and the like, as in the article extraction benchmark:
                        precision, recall and F1 of all runs of four words, the means over pages
    "markdown"          the article as Markdown: F1 of its headings, code blocks, inline code, list items, cells, quotes,
                        links, images, footnotes and formulas, each over all pages, and their mean. Needs markdown-it-py
                        and mdit-py-plugins

Builds PROGRAM, unless it's given. The other libraries are those of trafilatura, readability-lxml (with markdownify for
Markdown), resiliparse, goose3 and newspaper4k (PyPI) that are installed. Each gets the bytes of a page; a page takes
the median of 3 runs, of 9 for Articles. Prints the scores, and the median and 95th percentile of the pages'
milliseconds.

With --against, a rule is judged: PROGRAM and OTHER are builds with it and without. Prints for each set on how many sites
PROGRAM is better and worse, its gain, and the gain that's left without the site that gains most. A rule stays if several
sites gain, few lose, and something is left: what helps one site doesn't help those nobody looked at.
"""
import json, logging, os, re, statistics, subprocess, sys, time, unicodedata, warnings
from collections import Counter, defaultdict
from urllib.parse import unquote, urljoin, urlsplit

ROUNDS = 3
SETS = ("INDEX.json", "READABILITY.json", "BODIES.json", "STRUCTURE.json")
KINDS = ("headings", "code blocks", "inline code", "list items", "cells", "quotes", "links", "images", "footnotes", "formulas")
CJK = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff"


def load(folder):
    for name in SETS:
        path = os.path.join(folder, name)
        if os.path.exists(path):
            with open(path) as file:
                for page in json.load(file):
                    yield page | {"page": os.path.abspath(os.path.join(folder, page["page"]))}


def build():
    scratch = ".build-benchmarks"
    subprocess.run(["swift", "build", "-c", "release", "--scratch-path", scratch, "--product", "ArticleBenchmark"],
                   env=os.environ | {"RAYLETTE_PAGE_BENCHMARK": "1"}, check=True)
    return os.path.join(scratch, "release", "ArticleBenchmark")


def ours(program):
    process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def find(page):
        print(page["page"], page["url"], sep="\t", file=process.stdin, flush=True)
        result = json.loads(process.stdout.readline())
        return result["text"], result["markdown"], result["milliseconds"]

    return find


def peers():
    """Yields the names of the libraries that are installed, how each turns HTML into text, and into Markdown if it can."""
    try:
        import trafilatura

        def markdown(html, url):
            return trafilatura.extract(
                html, include_comments=False, output_format="markdown", include_formatting=True, include_links=True,
                include_images=True, include_tables=True)
        yield (f"trafilatura {trafilatura.__version__}",
               lambda html, url: trafilatura.extract(html, include_comments=False), markdown)
        yield "trafilatura, fast", lambda html, url: trafilatura.extract(html, include_comments=False, fast=True), None
    except ImportError:
        pass
    try:
        from readability import Document
        from lxml.html import fromstring
        try:
            from markdownify import markdownify
        except ImportError:
            markdownify = None

        def summary(html):
            return Document(html.decode("utf-8", "replace")).summary()
        yield ("readability-lxml", lambda html, url: fromstring(summary(html)).text_content(),
               markdownify and (lambda html, url: markdownify(summary(html))))
    except ImportError:
        pass
    try:
        from resiliparse.extract.html2text import extract_plain_text
        from resiliparse.parse.encoding import bytes_to_str, detect_encoding
        yield "resiliparse", lambda html, url: extract_plain_text(
            bytes_to_str(html, detect_encoding(html)), main_content=True), None
    except ImportError:
        pass
    try:
        from goose3 import Goose
        goose = Goose()
        yield "goose3", lambda html, url: goose.extract(raw_html=html.decode("utf-8", "replace")).cleaned_text, None
    except ImportError:
        pass
    try:
        import newspaper

        def parse(html, url):
            article = newspaper.Article(url, fetch_images=False)
            article.download(input_html=html.decode("utf-8", "replace"))
            article.parse()
            return article.text
        yield "newspaper4k", parse, None
    except ImportError:
        pass


def timed(extract, markdown):
    def attempt(function, html, url):
        try:
            return function(html, url) or ""
        except Exception:
            return ""

    def find(page):
        with open(page["page"], "rb") as file:
            html = file.read()
        times, text = [], ""
        for _ in range(ROUNDS):
            start = time.perf_counter()
            text = attempt(extract, html, page["url"])
            times.append((time.perf_counter() - start) * 1e3)
        wanted = markdown and "markdown" in page
        return text, attempt(markdown, html, page["url"]) if wanted else "", statistics.median(times)

    return find


def folded(text):
    return re.sub(r"\s+", " ", text).strip()


def words(text):
    return Counter(re.findall(rf"[{CJK}]|[^\W{CJK}]+", text))


def shingles(text):
    tokens = re.findall(r"\w+", text)
    return Counter(tuple(tokens[at:at + 4]) for at in range(max(len(tokens) - 3, 1))) if tokens else Counter()


def f1(precision, recall):
    return 2 * precision * recall / max(precision + recall, 1e-9)


# Markdown as a multiset of its elements

def parser():
    try:
        from markdown_it import MarkdownIt
        from mdit_py_plugins.dollarmath import dollarmath_plugin
        from mdit_py_plugins.footnote import footnote_plugin
    except ImportError:
        return None
    return MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).use(footnote_plugin).use(
        dollarmath_plugin, allow_space=False, allow_digits=False, double_inline=True)


def plain(text):
    """The words alone: punctuation, case and compatibility forms are matters of taste."""
    return " ".join(re.findall(r"\w+", unicodedata.normalize("NFKC", text).casefold())) or folded(text)


def address(link, base):
    try:
        parts = urlsplit(urljoin(base, link))
    except ValueError:
        return ""
    return parts.netloc.lower() + unquote(parts.path).rstrip("/") + ("?" + parts.query if parts.query else "")


def spoken(tokens):
    """The text of a line, without images and the marks of footnotes."""
    return "".join(
        token.content if token.type in ("text", "code_inline", "math_inline") else " " if token.type.endswith("break") else ""
        for token in tokens)


def formula(tex):
    tex = "".join(re.sub(r"\\([_*\[\]<>`~])", r"\1", tex).split())
    return re.sub(r"^\{?\\(?:display|text)style(.*?)\}?$", r"\1", tex)


def elements(source, page, markdown):
    """{kind: multiset of what the Markdown has of it}"""
    found = defaultdict(Counter)
    # A note that nothing refers to would be dropped by the parser.
    for label in re.findall(r"^\[\^([^\]\s]+)\]:", source, re.MULTILINE):
        source += f"\n\n[^{label}]"
    within = []
    for token in markdown.parse(source):
        if token.nesting > 0:
            within.append(token.type)
        elif token.nesting < 0:
            within.pop()
        if token.type in ("fence", "code_block"):
            lines = (line.rstrip() for line in token.content.expandtabs(4).split("\n"))
            found["code blocks"]["\n".join(lines).strip("\n")] += 1
        elif token.type in ("math_block", "math_inline_double"):
            found["formulas"][formula(token.content)] += 1
        elif token.type == "inline":
            line(token.children, within, page, found)
    return found


def line(tokens, within, page, found):
    text = plain(spoken(tokens))
    kinds = {"heading_open": "headings", "th_open": "cells", "td_open": "cells", "footnote_open": "footnotes",
             "list_item_open": "list items", "blockquote_open": "quotes"}
    kind = next((kinds[name] for name in reversed(within) if name in kinds), None)
    if kind and text:
        found[kind][text] += 1
    opened = []
    for at, token in enumerate(tokens):
        if token.type == "code_inline":
            found["inline code"][folded(token.content)] += 1
        elif token.type in ("math_inline", "math_inline_double"):
            found["formulas"][formula(token.content)] += 1
        elif token.type == "image":
            found["images"][address(token.attrs.get("src", ""), page["url"])] = 1
        elif token.type == "link_open":
            opened.append((at, token.attrs.get("href", "")))
        elif token.type == "link_close" and opened:
            start, link = opened.pop()
            name = plain(spoken(tokens[start:at]))
            # A link to a place by a number is a note's mark.
            if name and link.partition("#")[0] and not ("#" in link and re.fullmatch(r"\d{1,4}", name)):
                found["links"][name, address(link, page["url"])] += 1


def quality(page, text):
    """The set that a page belongs to, and how good a text is for it: higher is better."""
    if "body" in page or "text" in page:
        measure = shingles if "body" in page else words
        wanted, got = measure(page.get("body") or page["text"]), measure(text)
        return "bodies" if "body" in page else "words", 2 * (wanted & got).total() / max(wanted.total() + got.total(), 1)
    text = folded(text)
    wrong = sum(folded(segment) not in text for segment in page["with"])
    return "segments", -wrong - sum(folded(segment) in text for segment in page["without"])


def site(page):
    host = urlsplit(page["url"]).hostname or ""
    # Pages of test suites share an address that nobody has.
    return page["page"] if host == "example.com" else ".".join(host.split(".")[-2:])


def judge(pages, program, other):
    find, find_other = ours(program), ours(other)
    gains = defaultdict(lambda: defaultdict(float))
    counts = Counter()
    for page in pages:
        if "markdown" in page:
            continue
        kind, score = quality(page, find(page)[0])
        gain = score - quality(page, find_other(page)[0])[1]
        gains[kind][site(page)] += gain
        counts[kind] += 1
    for kind, sites in gains.items():
        better, worse = sum(gain > 0.002 for gain in sites.values()), sum(gain < -0.002 for gain in sites.values())
        total, best = sum(sites.values()), max(sites.values())
        print(f"{kind:<9} {better:3d} sites better, {worse:3d} worse; gain of a page {total / counts[kind]:+.4f}, "
              f"without the best site {(total - max(best, 0)) / counts[kind]:+.4f}")


def report(name, pages, results, markdown):
    hits = misses = kept = 0
    tokens, precisions, recalls = [], [], []
    kinds = {kind: [0, 0, 0] for kind in KINDS}
    for page, (text, source, _) in zip(pages, results):
        if "markdown" in page:
            if markdown:
                wanted, got = elements(page["markdown"], page, markdown), elements(source, page, markdown)
                for kind in KINDS:
                    for at, count in enumerate((wanted[kind] & got[kind], wanted[kind], got[kind])):
                        kinds[kind][at] += count.total()
        elif "body" in page:
            wanted, got = shingles(page["body"]), shingles(text)
            both = (wanted & got).total()
            if got:
                precisions.append(both / got.total())
            recalls.append(both / max(wanted.total(), 1))
        elif "text" in page:
            wanted, got = words(page["text"]), words(text)
            tokens.append(2 * (wanted & got).total() / max(wanted.total() + got.total(), 1))
        else:
            text = folded(text)
            found = sum(folded(segment) in text for segment in page["with"])
            hits += found
            misses += len(page["with"]) - found
            kept += sum(folded(segment) in text for segment in page["without"])

    def mean(values):
        return statistics.mean(values) if values else 0

    precision, recall = hits / max(hits + kept, 1), hits / max(hits + misses, 1)
    times = sorted(result[2] for result in results)
    print(f"{name:<18} segments {precision:.3f} {recall:.3f} F1 {f1(precision, recall):.3f}  words {mean(tokens):.3f}  "
          f"bodies {mean(precisions):.3f} {mean(recalls):.3f} F1 {f1(mean(precisions), mean(recalls)):.3f}  "
          f"{statistics.median(times):6.2f} ms, 95th percentile {times[int(len(times) * 0.95)]:6.2f}", flush=True)
    scores = {kind: 2 * both / max(wanted + got, 1) for kind, (both, wanted, got) in kinds.items() if wanted}
    if any(scores.values()):
        print(" " * 18, f"structure {mean(list(scores.values())):.3f}:", ", ".join(
            f"{kind} {score:.3f}" for kind, score in scores.items()), flush=True)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    # The libraries warn of pages they can't read.
    warnings.simplefilter("ignore")
    logging.disable()
    pages = list(load(sys.argv[1]))
    program = sys.argv[2] if len(sys.argv) > 2 else build()
    if sys.argv[3:4] == ["--against"]:
        return judge(pages, program, sys.argv[4])
    finders = [("Articles", ours(program))] + [(name, timed(*functions)) for name, *functions in peers()]
    # In turn, so that a busy machine slows all of them.
    results = {name: [] for name, _ in finders}
    for page in pages:
        for name, find in finders:
            results[name].append(find(page))
    markdown = parser()
    for name, _ in finders:
        report(name, pages, results[name], markdown)


if __name__ == "__main__":
    main()
