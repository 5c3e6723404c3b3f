import Foundation
import LinkPreview
import Links
import Testing

@testable import RayletteApp

/// Links as shared text.
struct SharedTextTests {
  static func link(_ address: String, _ title: String? = nil) -> LinkMetadata {
    var link = Samples.bare(address)
    link.title = title
    return link
  }

  static let markdownLinks: [(LinkMetadata, String)] = [
    (link("https://a.org/", "Plain words, C++ #1!"), #"[Plain words, C++ #1\!](https://a.org/)"#),
    (link("https://a.org/"), "<https://a.org/>"),
    (link("https://a.org/", "[x](javascript:1)"), #"[\[x\](javascript:1)](https://a.org/)"#),
    (link("https://a.org/", #"a\]*b*_c_`d`"#), #"[a\\\]\*b\*\_c\_\`d\`](https://a.org/)"#),
    (link("https://a.org/", "<b> &amp; | ~x~"), #"[\<b> \&amp; \| \~x\~](https://a.org/)"#),
    (link("https://a.org/x_(y)", "t"), "[t](<https://a.org/x_(y)>)"),
    (link("https://a.org/?a=1&b=2", "t"), "[t](https://a.org/?a=1&b=2)"),
    (link("https://a.org/?a=1&copy;=2", "t"), "[t](https://a.org/?a=1&amp;copy;=2)"),
  ]

  @Test("titles and addresses are escaped for Markdown", arguments: markdownLinks)
  func markdown(link: LinkMetadata, expected: String) {
    #expect(SharedText([link]).markdown == expected)
  }

  @Test("several links are shared as lists")
  func several() {
    let text = SharedText([Self.link("https://a.org/", "A"), Self.link("https://b.org/")])
    #expect(text.addresses == "https://a.org/\nhttps://b.org/")
    #expect(text.markdown == "- [A](https://a.org/)\n- <https://b.org/>")
    #expect(text.titlesAndAddresses == "A\nhttps://a.org/\n\nhttps://b.org/")
  }

  static let messages: [(LinkMetadata, String)] = [
    (
      link("https://a.org/?x=1&y=2#z", "Q & A: 100% + more?"),
      "mailto:?subject=Q%20%26%20A%3A%20100%25%20%2B%20more%3F"
        + "&body=Q%20%26%20A%3A%20100%25%20%2B%20more%3F%0D%0Ahttps%3A%2F%2Fa.org%2F%3Fx%3D1%26y%3D2%23z"
    ),
    (
      link("https://a.org/", "日本"),
      "mailto:?subject=%E6%97%A5%E6%9C%AC&body=%E6%97%A5%E6%9C%AC%0D%0Ahttps%3A%2F%2Fa.org%2F"
    ),
    (
      link("https://a.org/", "x&cc=all@a.org&attach=/etc/passwd"),
      "mailto:?subject=x%26cc%3Dall%40a.org%26attach%3D%2Fetc%2Fpasswd"
        + "&body=x%26cc%3Dall%40a.org%26attach%3D%2Fetc%2Fpasswd%0D%0Ahttps%3A%2F%2Fa.org%2F"
    ),
    (
      link("https://a.org/"),
      "mailto:?subject=https%3A%2F%2Fa.org%2F&body=https%3A%2F%2Fa.org%2F"
    ),
  ]

  @Test(
    "mail links encode any subject and text (RFC 6068)", arguments: messages)
  func mail(link: LinkMetadata, expected: String) {
    #expect(MailLink(link)?.url.absoluteString == expected)
  }

  @Test("shared pages escape markup in metadata")
  func html() {
    var link = Self.link("https://a.org/?a=1&b='\"<", "<script>alert(1)</script> & co")
    link.summary = "\"quoted\" <b>"
    link.language = "en\" onload=\"x"
    let page = SharedPage.html([link])
    #expect(page.contains("<h2><a href=\"https://a.org/?a=1&amp;b=%27%22%3C\">"))
    #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; co</a>"))
    #expect(page.contains("<p>\"quoted\" &lt;b&gt;</p>"))
    #expect(page.contains("<html lang=\"en&quot; onload=&quot;x\">"))
    #expect(!page.contains("<script"))
  }

  @Test("shared text contains one card after another")
  func text() {
    #expect(
      SharedPage.text([Samples.video, Self.link("https://b.org/")]) == """
        A game in C++, part 1
        YouTube · video
        https://www.youtube.com/watch?v=1

        b.org
        https://b.org/

        """)
  }

  static let fileNames: [(LinkMetadata, ShareActivity.FileFormat, Int, String)] = [
    (Samples.article, .html, 1, "crafting-interpreters.html"),
    (Samples.article, .bookmarks, 3, "crafting-interpreters-3.bookmarks.html"),
    (link("https://a.org/", "../../etc/passwd\u{0}"), .text, 1, "etc-passwd.txt"),
    (link("https://a.org/", "-rf .x"), .json, 1, "rf-x.json"),
    (link("https://a.org/", "…"), .json, 1, "link.json"),
    (link("https://a.org/"), .text, 1, "a-org.txt"),
    (Samples.japanese, .text, 1, "日本語の入門チュートリアル.txt"),
    (
      link("https://a.org/", Array(repeating: "twelve-bytes", count: 20).joined(separator: " ")),
      .text, 1, Array(repeating: "twelve-bytes", count: 6).joined(separator: "-") + ".txt"
    ),
  ]

  @Test("file names are plain and short, and can't be taken for options", arguments: fileNames)
  func names(link: LinkMetadata, form: ShareActivity.FileFormat, attempt: Int, expected: String) {
    #expect(SharedFile.name(for: [link], ending: form.ending, attempt: attempt) == expected)
  }

  static let commandTemplates: [([String], String, [String])] = [
    (["x", "{url}"], "T", ["https://a.org/"]),
    (["x", "-t", "{title}", "{url}"], "T", ["-t", "T", "https://a.org/"]),
    (["x", "--title={title}: {url}!"], "T", ["--title=T: https://a.org/!"]),
    (["x", "{title}"], "--delete", [" --delete"]),
    (["x", "{summary}{title}"], "-d", [" -d"]),
    (["x", "-{title}"], "-d", ["--d"]),
    (["x", "{title}"], "{url} $(id) `id`; rm", ["{url} $(id) `id`; rm"]),
    (
      ["x", "{markdown}", "{summary}", "{other}", "{}"], "T",
      [
        "[T](https://a.org/)", "", "{other}", "{}",
      ]
    ),
  ]

  @Test(
    "text from a page stays one argument, and can't become an option", arguments: commandTemplates)
  func template(words: [String], title: String, expected: [String]) {
    let arguments = CommandTemplate(words).arguments(for: Self.link("https://a.org/", title))
    #expect(arguments == expected)
  }
}
