#!/bin/sh
# Fuzzes extraction, the tokenizer or articles with libFuzzer:
# sh Resources/benchmarks/fuzz.sh [seconds, 600 unless told] [TokenizerFuzzer or ArticleFuzzer]
# A finding is left as crash-… or timeout-… in .build-fuzz; make a test of it.
set -eu
cd "$(dirname "$0")/../.."
target=${2:-ExtractionFuzzer}
RAYLETTE_FUZZING=1 swift build -c release --sanitize fuzzer --scratch-path .build-fuzz --product "$target"
corpus=.build-fuzz/corpus
mkdir -p "$corpus"
cat > "$corpus/seed.html" <<'SEED'
<!DOCTYPE html><html lang=en><head><base href=/x/><title>T | S</title><meta charset=utf-8>
<meta property=og:title content="A &amp; B"><meta property=og:image content=/i.png><meta property=og:image:width content=640>
<meta name=author content="By A"><meta property=article:published_time content="2020-01-02T03:04:05+01:00">
<meta http-equiv=refresh content="0;url=/n"><link rel=icon sizes="16x16 32x32" href=/f.ico><meta name=theme-color content=#fc0>
<script type=application/ld+json>{"@graph":[{"@type":"Article","headline":"H","author":[{"@id":"#a"}],"timeRequired":"PT5M"},{"@id":"#a","name":"N"}]}</script>
</head><body><main><h1>T</h1><time datetime=2020-01-02>x</time><div itemscope itemtype=http://schema.org/Person><b itemprop=name>M</b></div><video src=/v.mp4></main>
SEED
cat > "$corpus/article.html" <<'SEED'
<article><h1>T</h1><h2 id=a><a href=#a>#</a>Part</h2><p>A first sentence, with <code>code</code><sup><a href=#fn1>1</a></sup>.
<div class=highlight><table><tr><td class=gutter><pre>1
2</pre><td class=code><pre class=language-c>int a;
b</pre></table></div><p>See <math><mfrac><mi>x</mi><msup><mn>2</mn><mi>n</mi></msup></mfrac></math>, \(a_1^2 \neq \frac{b}{c}\) and more.
<div class="admonition note"><p class=admonition-title>Note<p>Take care.</div><figure><img srcset="/a.png 2x, /b.png 1x"><figcaption>C</figcaption></figure>
<table><tr><th align=right>H<td colspan=2>I</table><ul><li><input type=checkbox checked> Done<li>More</ul>
<h2><button>Part</button></h2><div itemprop=recipeIngredient><div>1/4</div><div>cup</div></div><p>See it. <a class=toggle>More</a>
<ol reversed type=i><li><p>1<p>b</ol><video src=/v.mp4></video><ol><li id=fn1>The note.</ol></article>
SEED
cat > "$corpus/formula.tex" <<'SEED'
\left( \begin{pmatrix} a & b \\ c_1 & \sqrt[3]{d} \end{pmatrix} \right) \overline{x} \text{if } \sum_{i=0}^{n} \mathbb{R}
SEED
cd .build-fuzz
exec "./release/$target" corpus -max_total_time="${1:-600}" -timeout=5 -rss_limit_mb=1024 -max_len=16384 -print_final_stats=1
