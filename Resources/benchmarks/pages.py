#!/usr/bin/env python3
"""Measures extraction beside a 15-rule baseline on selectolax (PyPI), a C parser, on real pages.

usage: Resources/benchmarks/pages.py FOLDER [PROGRAM]     (from the top of the repository; needs `pip install selectolax`)

Takes every FOLDER/*/page.html, with the `url` and `httpCharset` of the expected.json beside it. Builds PROGRAM,
unless it's given. Both read each page 25 times in their own process, in turn. Prints the median over all pages
of the median milliseconds of each, for whole pages and for pages read as far as needed.
"""
import glob, json, os, statistics, subprocess, sys, time
from extraction import extract

ROUNDS = 25


def pages(folder):
    for path in sorted(glob.glob(os.path.join(folder, "*", "page.html"))):
        try:
            with open(os.path.join(os.path.dirname(path), "expected.json")) as file:
                expected = json.load(file)
        except OSError:
            expected = {}
        yield os.path.abspath(path), expected.get("url", "https://www.example.org/"), expected.get("httpCharset") or ""


def build():
    scratch = ".build-benchmarks"
    subprocess.run(["swift", "build", "-c", "release", "--scratch-path", scratch, "--product", "PageBenchmark"],
                   env=os.environ | {"RAYLETTE_PAGE_BENCHMARK": "1"}, check=True)
    return os.path.join(scratch, "release", "PageBenchmark")


def baseline(path):
    with open(path, "rb") as file:
        html = file.read()
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        extract(html)
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times)


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    listed = list(pages(sys.argv[1]))
    program = sys.argv[2] if len(sys.argv) > 2 else build()
    ours = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    whole, needed, theirs = [], [], []
    for page in listed:
        print(*page, sep="\t", file=ours.stdin, flush=True)
        times = ours.stdout.readline().split()
        whole.append(float(times[0]))
        needed.append(float(times[1]))
        theirs.append(baseline(page[0]))
    ours.stdin.close()
    median = statistics.median
    print(f"{len(listed)} pages, median of {ROUNDS} rounds each, milliseconds")
    print(f"  whole page        {median(whole):7.3f}   mean {statistics.mean(whole):7.3f}")
    print(f"  as far as needed  {median(needed):7.3f}   mean {statistics.mean(needed):7.3f}")
    print(f"  selectolax        {median(theirs):7.3f}   mean {statistics.mean(theirs):7.3f}")
    ratios = [b / a for a, b in zip(whole, theirs)]
    print(f"selectolax / whole page: {median(theirs) / median(whole):.2f}, median of the pages' ratios {median(ratios):.2f}")


if __name__ == "__main__":
    main()
