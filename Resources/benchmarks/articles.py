#!/usr/bin/env python3
"""Scores and times the articles that LinkPreview and other libraries find in real pages, each in its own process.

usage: Resources/benchmarks/articles.py FOLDER [PROGRAM]     (from the top of the repository)

FOLDER/INDEX.json and FOLDER/READABILITY.json list pages: {"page": a file in FOLDER, "url": ..., and either "with" and "without", segments that
must and must not be in the text, or "text", all of it}. Segments are counted over all pages together, as trafilatura's
evaluation counts them; of whole texts, the mean F1 of the words. Builds PROGRAM, unless it's given. The other libraries
are those of trafilatura, readability-lxml, resiliparse, goose3 and newspaper4k (PyPI) that are installed. Each gets the
bytes of a page; a page takes the median of 3 runs, of 9 for LinkPreview. Prints precision, recall and F1 of the
segments, F1 of the words, and the median and 95th percentile of the pages' milliseconds.
"""
import json, logging, os, re, statistics, subprocess, sys, time, warnings
from collections import Counter

ROUNDS = 3
CJK = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff"


def load(folder):
    for name in ("INDEX.json", "READABILITY.json"):
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
        return result["text"], result["milliseconds"]

    return find


def peers():
    """Yields the names of the libraries that are installed, and how each turns HTML into text."""
    try:
        import trafilatura
        yield f"trafilatura {trafilatura.__version__}", lambda html, url: trafilatura.extract(html, include_comments=False)
        yield "trafilatura, fast", lambda html, url: trafilatura.extract(html, include_comments=False, fast=True)
    except ImportError:
        pass
    try:
        from readability import Document
        from lxml.html import fromstring
        yield "readability-lxml", lambda html, url: fromstring(
            Document(html.decode("utf-8", "replace")).summary()).text_content()
    except ImportError:
        pass
    try:
        from resiliparse.extract.html2text import extract_plain_text
        from resiliparse.parse.encoding import bytes_to_str, detect_encoding
        yield "resiliparse", lambda html, url: extract_plain_text(
            bytes_to_str(html, detect_encoding(html)), main_content=True)
    except ImportError:
        pass
    try:
        from goose3 import Goose
        goose = Goose()
        yield "goose3", lambda html, url: goose.extract(raw_html=html.decode("utf-8", "replace")).cleaned_text
    except ImportError:
        pass
    try:
        import newspaper

        def parse(html, url):
            article = newspaper.Article(url, fetch_images=False)
            article.download(input_html=html.decode("utf-8", "replace"))
            article.parse()
            return article.text
        yield "newspaper4k", parse
    except ImportError:
        pass


def timed(extract):
    def find(page):
        with open(page["page"], "rb") as file:
            html = file.read()
        times, text = [], ""
        for _ in range(ROUNDS):
            start = time.perf_counter()
            try:
                text = extract(html, page["url"]) or ""
            except Exception:
                text = ""
            times.append((time.perf_counter() - start) * 1e3)
        return text, statistics.median(times)

    return find


def folded(text):
    return re.sub(r"\s+", " ", text).strip()


def words(text):
    return Counter(re.findall(rf"[{CJK}]|[^\W{CJK}]+", text))


def report(name, pages, results):
    hits = misses = kept = 0
    tokens = []
    for page, (text, _) in zip(pages, results):
        text = folded(text)
        if "text" in page:
            wanted, got = words(page["text"]), words(text)
            tokens.append(2 * (wanted & got).total() / max(wanted.total() + got.total(), 1))
        else:
            found = sum(folded(segment) in text for segment in page["with"])
            hits += found
            misses += len(page["with"]) - found
            kept += sum(folded(segment) in text for segment in page["without"])
    precision, recall = hits / max(hits + kept, 1), hits / max(hits + misses, 1)
    f1 = 2 * hits / max(2 * hits + kept + misses, 1)
    times = sorted(time for _, time in results)
    print(f"{name:<20} precision {precision:.3f}  recall {recall:.3f}  F1 {f1:.3f}  "
          f"words {statistics.mean(tokens) if tokens else 0:.3f}  "
          f"{statistics.median(times):6.2f} ms, 95th percentile {times[int(len(times) * 0.95)]:6.2f}", flush=True)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    # The libraries warn of pages they can't read.
    warnings.simplefilter("ignore")
    logging.disable()
    pages = list(load(sys.argv[1]))
    program = sys.argv[2] if len(sys.argv) > 2 else build()
    finders = [("LinkPreview", ours(program))] + [(name, timed(extract)) for name, extract in peers()]
    # In turn, so that a busy machine slows all of them.
    results = {name: [] for name, _ in finders}
    for page in pages:
        for name, find in finders:
            results[name].append(find(page))
    for name, _ in finders:
        report(name, pages, results[name])


if __name__ == "__main__":
    main()
