import Foundation
import Testing

@testable import Articles

/// Lines that begin as those beside an article do.
@Suite struct ArticlePhraseTests {
  /// The phrases that begin sentences. Labels, which end in a colon, and signs don't.
  static let phrases = BoilerplatePhrases.beginnings.all.filter { phrase in
    !phrase.hasSuffix(":") && !phrase.hasSuffix("(") && phrase.first?.isLetter == true
  }

  @Test("a whole sentence between paragraphs stays, whatever its first words are")
  func sentences() throws {
    #expect(Self.phrases.count > 500)
    // Groups keep the sentences a small part of the text.
    let lines = Self.phrases.map { "\($0) was only a word." }
    for start in stride(from: 0, to: lines.count, by: 20) {
      let group = lines[start..<min(start + 20, lines.count)]
      let html = group.map { "<p>\($0)</p>\(ArticleSamples.prose)" }.joined()
      let end = String(repeating: ArticleSamples.prose, count: 4)
      let article = try ArticleSamples.article("<article>\(ArticleSamples.prose)\(html)\(end)")
      let text = article.plainText
      for line in group { #expect(text.contains(line), "\(line)") }
    }
  }

  @Test("a heading stays if the text under it stays")
  func headings() throws {
    for start in stride(from: 0, to: Self.phrases.count, by: 20) {
      let group = Self.phrases[start..<min(start + 20, Self.phrases.count)]
      let html = group.map { "<h2>\($0)</h2>\(ArticleSamples.prose)" }.joined()
      let markdown = try ArticleSamples.article("<article>\(ArticleSamples.prose)\(html)").markdown
      for phrase in group {
        #expect(markdown.contains("\n\n## \(phrase)\n\nThe ferry"), "\(phrase)")
      }
    }
  }

  @Test(
    "sentences and steps between text or code stay",
    arguments: [
      "<p>Log in as root.</p><pre>su -</pre>", "<p>Subscribe to the topic:</p><pre>sub -t x</pre>",
      "<p>Share the folder with Samba.</p><pre>smbpasswd</pre>",
      "<p>Copyright notices are optional since 1989.</p>", "<p>Share prices fell on Monday.</p>",
      "<p>Newsletter sales fell by half.</p>", "<p>»Komm mit«, sagte er.</p>",
      "<p>Anmelden muss sich niemand.</p>", "<p>登録はもう必要ではありません。</p>",
      "<p>Sign up for an account with the command <code>join</code>:</p><pre>join</pre>",
      "<blockquote><p>Tags are words.</p></blockquote>", "<div>Source code is copied first.</div>",
      "<p>Images are <em>small</em> files.</p>", "<p>Related by blood, they quarrelled!</p>",
    ])
  func kept(html: String) throws {
    let words = html.replacing(/<[^>]*>/, with: " ").split(separator: " ").prefix(2)
      .joined(separator: " ")
    #expect(try ArticleSamples.markdown(of: html).contains(words))
  }

  @Test(
    "lines that aren't sentences, and those with links or buttons, go",
    arguments: [
      "<p>Photo: Ada Lovelace.</p>", "<p>Photo by Ada Lovelace.</p>", "<p>Advertisement.</p>",
      "<p>Source: Sea News.</p>", "<p>Share this story</p>", "<p>© 2024 Sea News Ltd.</p>",
      "<p>Subscribe to our <a href=/news>letter of news</a>.</p>", "<p>Anzeige.</p>",
      "<p>Subscribe to our letters. <button>Subscribe</button></p>",
      "<p>Foto von Erika Muster.</p>",
      "<p>Sign up for news of us. <input type=email></p>", "<p>Tags: sea, ship.</p>",
      "<h2>Share</h2><p><a href=/1>By mail</a></p>",
    ])
  func removed(html: String) throws {
    #expect(try ArticleSamples.markdown(of: html) == "")
  }

  @Test("a heading whose section goes, goes with it")
  func emptyHeadings() throws {
    let html = "<h2>Related</h2><ul><li><a href=/1>The island of gulls</a></li></ul><h2>Back</h2>"
    #expect(try ArticleSamples.markdown(of: html) == "## Back")
  }

  @Test(
    "a paragraph in a form of its own stays where text is around it",
    arguments: [
      ("<form><p>The captain, who was old, slept through all of it.</p></form>", true),
      (
        "<form><input type=hidden name=a><p>The captain, who was old, slept through it.</p></form>",
        true
      ),
      (
        "<form><p>Get the news of the sea, every day, in your letter box.</p><input type=email></form>",
        false
      ),
      ("<form><p>The captain, who was old, slept.</p><button>Send</button></form>", false),
    ])
  func forms(html: String, isKept: Bool) throws {
    #expect(try ArticleSamples.markdown(of: html).isEmpty == !isKept)
  }
}
