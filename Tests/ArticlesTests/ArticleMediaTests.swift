import Articles
import Foundation
import Testing

/// Pictures, films and sounds of articles.
@Suite struct ArticleMediaTests {
  @Test(
    "a picture after the last line is the article's, unless it leads away",
    arguments: [
      ("<p><img src=/a.jpg></p>", true), ("<img src=/a.jpg>", true),
      ("<div><figure><img src=/a.jpg><figcaption>The pier</figcaption></figure></div>", true),
      ("<p><a href=/big/a.jpg><img src=/a.jpg></a></p>", true),
      ("<p><a href='https://example.com/'><img src=/a.jpg></a></p>", false),
      ("<ul><li><img src=/a.jpg></li></ul>", false),
      ("<div><div><img src=/a.jpg></div></div>", false),
    ])
  func lastPicture(html: String, isKept: Bool) throws {
    let article = try ArticleSamples.article("<article>\(ArticleSamples.prose)\(html)</article>")
    #expect(article.markdown.contains("a.jpg") == isKept)
  }

  @Test(
    "a picture is the largest one, once, and says what it shows",
    arguments: [
      (
        "<img src=/a.jpg alt='The &amp;amp; pier'>",
        "![The \\&amp; pier](https://example.org/a.jpg)"
      ),
      ("<img src=/a.jpg alt='IMG_20.JPG'>", "![](https://example.org/a.jpg)"),
      ("<img src=/a.jpg alt='<b>x</b>'>", "![](https://example.org/a.jpg)"),
      (
        "<img src=/a.jpg srcset='/a-400.jpg 400w, /a-1600.jpg 1600w, /a-800.jpg 800w'>",
        "![](https://example.org/a-1600.jpg)"
      ),
      ("<img src=/a.jpg srcset='/b.jpg 2x'>", "![](https://example.org/a.jpg)"),
      (
        "<img src='data:image/gif;base64,R0' data-src=/a.jpg><noscript><img src=/a.jpg></noscript>",
        "![](https://example.org/a.jpg)"
      ),
      (
        """
        <picture><source srcset='/a.webp 2x, /a1.webp 1x'><source srcset=/a.png><img src='data:,'>\
        </picture>
        """, "![](https://example.org/a.webp)"
      ),
      ("<a href=/big/a.jpg><img src=/small/a.jpg></a>", "![](https://example.org/big/a.jpg)"),
      (
        "<a href=/a.jpg><img src=/a-300x200.jpg></a><img src=/a.jpg>",
        "![](https://example.org/a.jpg)"
      ),
      (
        "<a href=/a.jpg><img src=/a-1280x720.jpg></a><img src=/a.jpg>",
        "![](https://example.org/a-1280x720.jpg)"
      ),
      (
        "<a href='/wiki/File:A.jpg'><img src=/thumb/A.jpg></a>",
        "![](https://example.org/thumb/A.jpg)"
      ),
      ("<img src=/img/spacer.gif><img src=/blank.png><img src=/i.png width=16 height=16>", ""),
      ("<div class=author-bio><img src=/me.jpg></div>", ""),
      (
        """
        <img src=/theme/icons/up.svg><img src=/data/avatars/m/1.jpg><img src=/img/icon-tip.svg>\
        <img src=/img/logo.svg><img src='https://avatars.example.com/logo-of-1950.jpg'>
        """, "![](https://avatars.example.com/logo-of-1950.jpg)"
      ),
      (
        "<p>Off we go <img src=/smilies/1.gif alt=':)'> and <img src=/2.png width=20 alt=🙂></p>",
        "Off we go :) and 🙂"
      ),
      (
        "<a href=/a.jpg><img src=/icons/zoom.svg alt='The pier'></a>",
        "![The pier](https://example.org/a.jpg)"
      ),
      ("<img src=/a.jpg width=570 height=0>", "![](https://example.org/a.jpg)"),
      ("<img src=/a.gif width=0 height=0>", ""),
      (
        "<figure><div class=lightbox><img src=/a.jpg></div></figure>",
        "![](https://example.org/a.jpg)"
      ),
      (
        """
        <div class=post-content><div class=image-widget><img src=/a.jpg><p>The pier, at six.</p>\
        </div></div>
        """, "![](https://example.org/a.jpg)\n\n*The pier, at six.*"
      ),
      (
        "<figure><img src=/a.jpg><img src=/a.jpg><figcaption>The pier</figcaption></figure>",
        "![](https://example.org/a.jpg)\n\n*The pier*"
      ),
    ])
  func pictures(html: String, markdown: String) throws {
    let written = try ArticleSamples.markdown(of: html)
    #expect(written.replacing(/\[(!\[.*\))\]\(.*\)/) { $0.output.1 } == markdown)
  }

  @Test(
    "a film or sound is one line with its title and the page that plays it",
    arguments: [
      (
        "<iframe src='https://www.youtube-nocookie.com/embed/abc?rel=0' title='How ferries turn'></iframe>",
        "How ferries turn", "https://www.youtube.com/watch?v=abc"
      ),
      (
        "<iframe src='//player.vimeo.com/video/12' title='YouTube video player'></iframe>", "video",
        "https://vimeo.com/12"
      ),
      (
        "<iframe data-src='https://w.soundcloud.com/player/?url=https%3A//api.example/1'></iframe>",
        "audio", "https://api.example/1"
      ),
      (
        "<video controls><source src=/a.mp4 type=video/mp4><p>Your browser plays no films.</p></video>",
        "video", "https://example.org/a.mp4"
      ),
      ("<audio src=/a.mp3 title='The horn'></audio>", "The horn", "https://example.org/a.mp3"),
      ("<lite-youtube videoid=abc></lite-youtube>", "video", "https://www.youtube.com/watch?v=abc"),
      (
        "<iframe src='https://tube.example/videos/embed/9-a'></iframe>", "video",
        "https://tube.example/videos/watch/9-a"
      ),
    ])
  func media(html: String, title: String, address: String) throws {
    let written = try ArticleSamples.markdown(of: html)
    #expect(written.contains(title) && written.hasSuffix("](\(address))"), "\(written)")
    #expect(!written.contains("\n"))
  }

  @Test(
    "other frames, and players without an address, are nothing",
    arguments: [
      "<iframe src='https://ads.example/1'>x</iframe>", "<video></video>",
      "<video src='blob:https://example.org/1'></video>", "<iframe src='javascript:1'></iframe>",
      "<iframe src='https://www.youtube.com/live_chat?v=1'></iframe>",
    ])
  func nothing(html: String) throws {
    #expect(try ArticleSamples.markdown(of: html).isEmpty)
  }
}
