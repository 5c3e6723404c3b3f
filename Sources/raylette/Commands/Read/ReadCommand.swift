import ArgumentParser
import Articles
import Favorites
import Foundation
import LinkPreview
import LinkStore
import Links
import Localization
import Markup
import TerminalGrid

/// `raylette read`: prints the article of a page.
struct ReadCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "read",
      abstract: localized("Print the article of a page or a file, without what's around it."),
      discussion: localized(
        """
        Reads an address, a file (a page, Markdown, a PDF, a feed or plain text), or standard input \
        with -. What's both a file here and an address is the file. If the page can't be fetched, but \
        its text is kept with a saved link, prints that and says so on standard error. The exit code \
        is 1 if there's no text, and 0 whatever the pager ends with.

        In a terminal, the article looks as in the reader, with its colours and links, and $PAGER \
        shows it: a program with arguments, separated by spaces or in quotes, which no shell sees. \
        Without PAGER, that's less, with LESS=FRX unless LESS is set; a pager that can't be started \
        is reported, and left out. With accessible: true, or with TERM=dumb, there's none. NO_COLOR \
        leaves bold and underlined text. Lines are as wide as in the reader, which is 76 columns \
        unless you change it there, or as the terminal if that's narrower.

        Text from right to left, such as Arabic, begins at the right and is ordered as the setting bidi \
        has it.

        Elsewhere, prints plain lines of at most 76 columns, in the order that they're read in; those of --text are as long as \
        paragraphs are. CLICOLOR_FORCE=1 keeps the colours.

          raylette read https://example.org/article
          raylette read --markdown https://example.org/article > article.md
        """))
  }

  @Argument(
    help: ArgumentHelp(
      localized("The address of the page, or a file; - reads standard input."),
      valueName: "address or file"),
    completion: .file())
  var addresses: [String] = []

  @Flag(help: ArgumentHelp(localized("Print CommonMark.")))
  var markdown = false

  @Flag(help: ArgumentHelp(localized("Print only the text, a line for each paragraph.")))
  var text = false

  @Flag(
    help: ArgumentHelp(
      localized(
        "Print a JSON object with url, title, byline, published, modified, language, kind (article, thread, list, product or page), textKeptAt (of a kept copy), wordCount, readingMinutes, text and markdown; all are always present."
      ))
  )
  var json = false

  @Flag(
    inversion: .prefixedNo,
    help: ArgumentHelp(
      localized(
        "Show it in $PAGER, or else in less. The article itself is shown so in a terminal anyway."))
  )
  var pager: Bool?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(localized("The width of lines, 20 to 1000 columns."), valueName: "columns"),
    transform: OptionNumber("--width", 20...1000).whole)
  var width: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(localized("The time limit of the fetch, 0.1 to 600."), valueName: "seconds"),
    transform: OptionNumber.timeout.any)
  var timeout: Double = 30

  @OptionGroup var page: InputPage

  func validate() throws {
    guard pager != true || !json else { throw ValidationError(localized("--pager is for text.")) }
    guard [markdown, text, json].count(where: \.self) < 2 else {
      throw ValidationError(localized("Choose one of --markdown, --text and --json."))
    }
    guard width == nil || !(markdown || json) else {
      throw ValidationError(localized("--width is for text."))
    }
    try page.validate(besides: addresses, hasFile: file != nil)
    guard page.stdin || addresses.count == 1 else {
      throw ValidationError(localized("Give the address of one page, or one file, to read."))
    }
  }

  /// The file to read, if the argument isn't an address.
  private var file: LocalPage? { addresses.count == 1 ? LocalPage(addresses[0]) : nil }

  func run() async throws {
    let output = try ArticleOutput(
      width: width, isPaged: pager, isStyled: !(json || markdown || text),
      environment: Invocation.current.environment)
    let found = try await found()
    let article = found.article
    if json { return try CommandOutput.printJSON(found.json) }
    if markdown {
      let title = article.title.map { Article(blocks: [.heading(level: 1, [.text($0)])]).markdown }
      return try await output.print([title.map { $0 + "\n" }, article.markdown].compactMap(\.self))
    }
    if text {
      return try await output.print([ArticleLines(columns: width).text(of: article.blocks)])
    }
    try await output.print(article)
  }

  private func found() async throws -> FoundArticle {
    if let file {
      return FoundArticle(article: try await article(in: file), url: page.address)
    }
    if let address = page.address {
      let html = try page.contents()
      do throws(ArticleError) {
        let article = try Article(html: html, url: address, charset: page.charset)
        return FoundArticle(article: article, url: address)
      } catch {
        throw CommandFailure(message: error.sentence, exitCode: 1)
      }
    }
    let input = PreviewInput(addresses.first ?? "")
    guard let url = input.url else {
      throw input.failure
    }
    try ConfigurationFile.useProxy()
    switch await ArticleFetcher().article(at: url, timeout: .seconds(timeout)) {
    case .success(let article): return FoundArticle(article: article, url: url)
    case .failure(let error):
      guard let kept = await Self.keptArticle(for: url) else {
        throw CommandFailure(message: error.sentence, exitCode: 1)
      }
      let date = kept.keptAt.formatted(Date.ISO8601FormatStyle().year().month().day())
      CommandOutput.report(
        "raylette: " + localized("\(error.sentence) This is the copy kept on \(date)."))
      return FoundArticle(article: kept.article, url: url, keptAt: kept.keptAt)
    }
  }

  private func article(in file: LocalPage) async throws(CommandFailure) -> Article {
    let data = try page.contents(of: file)
    do throws(ArticleError) {
      if data.starts(with: Data("%PDF-".utf8)), let pdf = ArticleFetcher().pdf {
        return try await pdf.article(of: data)
      }
      return try Article(
        file: data, url: page.address ?? file.url, name: file.path, charset: page.charset)
    } catch {
      throw CommandFailure(
        message: "\(file.path ?? localized("standard input")): \(error.sentence)", exitCode: 1)
    }
  }

  /// Returns the text that's stored with the saved link of an address. Creates no store.
  private static func keptArticle(for url: URL) async -> KeptArticle? {
    let location = StoreLocation.ofUser
    let path = location.dataFile.path(percentEncoded: false)
    guard FileManager.default.fileExists(atPath: path),
      let store = try? SavedLinkStore(location: location)
    else { return nil }
    return (try? await store.keptArticle(for: url)) ?? nil
  }
}

/// An article with its origin.
struct FoundArticle {
  let article: Article
  /// The requested address; nil for a file without one.
  let url: URL?
  /// When the text was stored, if it's the copy of a saved link's page.
  var keptAt: Date?

  /// The article as flat JSON for scripts. All keys are always present, with null for missing
  /// values.
  var json: JSONObject {
    [
      "url": url?.absoluteString, "title": article.title, "byline": article.byline,
      "published": article.published, "modified": article.modified, "language": article.language,
      "kind": article.kind.rawValue,
      "textKeptAt": keptAt, "wordCount": article.wordCount,
      "readingMinutes": article.readingMinutes, "text": article.plainText,
      "markdown": article.markdown,
    ]
  }
}
