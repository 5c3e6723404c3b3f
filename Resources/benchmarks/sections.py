#!/usr/bin/env python3
"""Fits the weights by which pages are sorted into kinds, and by which lines are told to be of a page's own text
(Sources/Articles/Sections). Needs numpy.

usage: Resources/benchmarks/sections.py PAGES ARTICLES [PROGRAM]     (from the top of the repository)

PAGES is a folder of the Web Content Extraction Benchmark (WCXB): ground-truth/NAME.json and html/NAME.html.gz. ARTICLES is
that of articles.py, whose pages are all articles. Builds PROGRAM, unless it's given.

First judges: the pages are divided by site into five parts, and each part is read with weights from the other four, so that
no site is read with weights from its own pages. Prints for each kind the mean F1 of words, with the kinds told by the
weights too, and how many pages of ARTICLES would be read as something else. Then fits all pages, and writes the weights.
"""
import collections, gzip, hashlib, json, os, re, subprocess, sys, tempfile
import numpy as np

KINDS = ("article", "thread", "list", "product", "page")
OF_TYPE = {"forum": "thread", "collection": "list", "category": "list", "listing": "list", "product": "product",
           "service": "page", "documentation": "page"}
FOLDER = "Sources/Articles/Sections"
# In favour of articles, because they're read well without this. And for a line to stay that's as likely as not.
BIAS, THRESHOLD = 0.5, -0.7


def build():
    scratch = ".build-benchmarks"
    subprocess.run(["swift", "build", "-c", "release", "--scratch-path", scratch, "--product", "ArticleBenchmark"],
                   env=os.environ | {"RAYLETTE_PAGE_BENCHMARK": "1"}, check=True)
    return os.path.join(scratch, "release", "ArticleBenchmark")


def words(text):
    return re.findall(r"\w+", text.lower())


def part(url):
    """One of five parts, the same for all pages of a site."""
    host = re.sub(r"^\w+://|[/:?#].*", "", url).split(".")
    long = len(host) > 2 and len(host[-1]) == 2 and len(host[-2]) < 4
    return int(hashlib.md5(".".join(host[-3 if long else -2:]).encode()).hexdigest(), 16) % 5


def f1(got, gold):
    same = sum((collections.Counter(got) & collections.Counter(gold)).values())
    return 2 * same / (len(got) + len(gold)) if got or gold else 1.0


def labels(lines, gold):
    """How sure each line is of the text that people marked: long lines by their words, short ones by their neighbours."""
    all_words = words(gold)
    text = f" {' '.join(all_words)} "
    gold_lines = collections.Counter(" ".join(words(line)) for line in gold.split("\n"))
    runs = set(zip(*(all_words[i:] for i in range(4))))
    sure, count = np.zeros(len(lines)), collections.Counter()
    for index, line in enumerate(lines):
        own = list(zip(*(line[i:] for i in range(4))))
        key = " ".join(line)
        if own:
            share = 1 if f" {key} " in text else sum(run in runs for run in own) / len(own)
            count[key] += share > 0.3
            if share > 0.3 and count[key] <= max(1, text.count(f" {key} ")):
                sure[index] = share
    for index, line in enumerate(lines):
        if not 0 < len(line) < 4:
            continue
        key = " ".join(line)
        near = sum(sure[i] > 0.5 for i in range(max(0, index - 6), min(len(lines), index + 7)))
        close = sum(sure[i] > 0.5 and len(lines[i]) > 3 for i in range(max(0, index - 3), min(len(lines), index + 4)))
        if count[key] < gold_lines[key]:
            sure[index] = 1 if near or len(all_words) < 400 else 0.7
            count[key] += 1
        elif f" {key} " in text and close and count[key] < text.count(f" {key} "):
            sure[index] = 0.8
            count[key] += 1
    return sure


class Page:
    def __init__(self, report, url, kind, gold=None):
        self.url, self.kind, self.part = url, kind, part(url)
        self.facts, self.names = np.array(report["page"]), (report["pageNames"], report["lineNames"])
        self.lines = [words(line["text"]) for line in report["lines"]]
        if gold is not None and kind != "article" and self.lines:
            self.gold, self.features = words(gold), np.array([line["features"] for line in report["lines"]])
            self.labels = labels(self.lines, gold)
            weight = np.array([min(len(line), 60) for line in self.lines]) ** 0.8
            self.weights = weight / max(weight.sum(), 1) * 100

    def f1(self, weights):
        kept = self.features @ weights > THRESHOLD
        return f1([word for line, keep in zip(self.lines, kept) if keep for word in line], self.gold)


def pages(program, folder, articles):
    process = subprocess.Popen([program, "--features"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def report(path, url):
        print(os.path.abspath(path), url, sep="\t", file=process.stdin, flush=True)
        return json.loads(process.stdout.readline())

    for name in sorted(os.listdir(f"{folder}/ground-truth")):
        with open(f"{folder}/ground-truth/{name}") as file:
            truth = json.load(file)
        kind = (truth.get("_internal") or {}).get("page_type") or "article"
        kind = kind.get("primary", "article") if isinstance(kind, dict) else kind
        with gzip.open(f"{folder}/html/{name[:-5]}.html.gz") as file, tempfile.NamedTemporaryFile(suffix=".html") as page:
            page.write(file.read())
            page.flush()
            url = truth.get("url") or "https://page.example/"
            gold = truth["ground_truth"].get("main_content") or ""
            yield Page(report(page.name, url), url, OF_TYPE.get(kind, "article"), gold)
    for name in ("INDEX.json", "READABILITY.json", "BODIES.json", "STRUCTURE.json"):
        with open(f"{articles}/{name}") as file:
            for page in json.load(file):
                yield Page(report(f"{articles}/{page['page']}", page["url"]), page["url"], "article")


def fit_lines(x, y, weights, strength, prior=None):
    """Logistic regression by Newton's method, drawn towards the prior."""
    prior = np.zeros(x.shape[1]) if prior is None else prior
    fitted = prior.copy()
    for _ in range(15):
        mean = 1 / (1 + np.exp(-np.clip(x @ fitted, -30, 30)))
        gradient = x.T @ (weights * (mean - y)) + strength * (fitted - prior)
        curve = (x * (weights * mean * (1 - mean) + 1e-6)[:, None]).T @ x + strength * np.eye(len(fitted))
        fitted -= np.linalg.solve(curve, gradient)
    return fitted


def of_lines(pages):
    """The weights of each kind's lines, drawn towards those of all kinds."""
    pages = [page for page in pages if hasattr(page, "labels")]
    join = lambda pages, name: np.concatenate([getattr(page, name) for page in pages])
    common = fit_lines(join(pages, "features"), join(pages, "labels"), join(pages, "weights"), 10)
    own = [[page for page in pages if page.kind == kind] for kind in KINDS[1:]]
    return np.array([fit_lines(join(l, "features"), join(l, "labels"), join(l, "weights"), 30, common) for l in own]).T


def of_kinds(pages):
    """Multinomial regression by gradient descent with momentum."""
    x = np.array([page.facts for page in pages])
    y = np.array([[page.kind == kind for kind in KINDS] for page in pages], float)
    fitted, mean, square = (np.zeros((x.shape[1], len(KINDS))) for _ in range(3))
    for step in range(1, 301):
        score = np.exp(x @ fitted - (x @ fitted).max(1, keepdims=True))
        gradient = x.T @ (score / score.sum(1, keepdims=True) - y) + fitted
        mean, square = 0.9 * mean + 0.1 * gradient, 0.99 * square + 0.01 * gradient ** 2
        fitted -= 0.05 * mean / (1 - 0.9 ** step) / (np.sqrt(square / (1 - 0.99 ** step)) + 1e-8)
    fitted[0, 0] += BIAS
    return fitted


def judge(pages):
    told, scores, changed = collections.Counter(), collections.defaultdict(list), 0
    for number in range(5):
        others = [page for page in pages if page.part != number]
        kinds, lines = of_kinds(others), of_lines(others)
        for page in pages:
            if page.part != number:
                continue
            best = KINDS[(page.facts @ kinds).argmax()]
            told[page.kind, best] += 1
            if hasattr(page, "labels"):
                scores[page.kind, "its kind known"].append(page.f1(lines[:, KINDS.index(page.kind) - 1]))
                if best != "article":
                    scores[page.kind, "read as another kind than an article"].append(page.f1(lines[:, KINDS.index(best) - 1]))
    for kind in KINDS:
        print(f"{kind:8}", *(f"{other} {told[kind, other]:4}" for other in KINDS))
    for (kind, what), values in sorted(scores.items()):
        print(f"{kind:8} {what}: {len(values)} pages, F1 {np.mean(values):.3f}")


def write(name, document, columns, names, table):
    rows = ["    " + " " * 22 + "".join(f"{column:>8}" for column in columns)]
    rows += ["    " + f"{name:22}" + "".join(f"{value:8.2f}" for value in row) for name, row in zip(names, table)]
    with open(f"{FOLDER}/{name}.swift", "w") as file:
        file.write(f'/// {document}, fitted by\n/// `Resources/benchmarks/sections.py`.\nenum {name} {{\n'
                   '  static let table = """\n' + "\n".join(rows) + '\n    """\n}\n')


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    read = list(pages(sys.argv[3] if len(sys.argv) > 3 else build(), *sys.argv[1:3]))
    judge(read)
    lines = of_lines(read)
    lines[0] -= THRESHOLD
    write("PageWeights", "How much each feature of a page speaks for each kind", KINDS, read[0].names[0], of_kinds(read))
    write("LineWeights", "How much each feature of a line speaks for the line on pages of each kind", KINDS[1:],
          read[0].names[1], lines)


if __name__ == "__main__":
    main()
