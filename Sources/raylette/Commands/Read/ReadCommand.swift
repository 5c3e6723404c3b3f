import ArgumentParser
import Foundation
import LinkPreview
import LinkStore
import RayletteApp
import TerminalGrid

/// `raylette read`: prints the article of a page.
struct ReadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read", abstract: "Print the article of a page, without what's around it.",
    discussion: """
      Lines are at most 76 columns wide, and those of --text as long as paragraphs are. If the page can't be fetched, but its text \
      is kept with a saved link, prints that and says so on standard error. The exit code is 1 if \
      there's no text.

        raylette read --pager https://example.org/article
        raylette read --markdown https://example.org/article > article.md
      """)

  @Argument(help: ArgumentHelp("The address of the page.", valueName: "address"))
  var addresses: [String] = []

  @Flag(help: "Print CommonMark.")
  var markdown = false

  @Flag(help: "Print only the text, a line for each paragraph.")
  var text = false

  @Flag(
    help: "Print a JSON object with the title, the byline, the date, the text and the Markdown.")
  var json = false

  @Flag(help: "Show it in $PAGER, a page at a time.")
  var pager = false

  @Option(help: ArgumentHelp("The width of lines, 20 to 1000 columns.", valueName: "columns"))
  var width: Int?

  @Option(help: ArgumentHelp("The time limit of the fetch, 0.1 to 600.", valueName: "seconds"))
  var timeout: Double = 30

  @OptionGroup var page: InputPage

  func validate() throws {
    guard !pager || !json else { throw ValidationError("--pager is for text.") }
    guard [markdown, text, json].count(where: \.self) < 2 else {
      throw ValidationError("Choose one of --markdown, --text and --json.")
    }
    guard width == nil || !(markdown || json) else {
      throw ValidationError("--width is for text.")
    }
    guard (20...1000).contains(width ?? 20) else {
      throw ValidationError("--width takes 20 to 1000, not \(width ?? 0).")
    }
    guard (0.1...600).contains(timeout) else {
      throw ValidationError("--timeout takes 0.1 to 600 seconds, not \(timeout).")
    }
    try page.validate(besides: addresses)
    guard page.stdin || addresses.count == 1 else {
      throw ValidationError("Give the address of one page to read.")
    }
  }

  func run() async throws {
    let article = try await article()
    if json { return try CommandOutput.printJSON(ArticleJSON(article)) }
    if markdown {
      let title = article.title.map { Article(blocks: [.heading(level: 1, [.text($0)])]).markdown }
      return try await print([title.map { $0 + "\n" }, article.markdown].compactMap(\.self))
    }
    if text { return try await print([ArticleLines(columns: width).text(of: article.blocks)]) }
    let columns = width ?? min(76, StandardStream.output.terminalSize?.columns ?? 76)
    let symbols =
      PreviewOutput.speaksUTF8(ProcessInfo.processInfo.environment) ? Symbols.unicode : .ascii
    let printed = PrintedArticle(
      article, facts: Self.facts(of: article).joined(separator: symbols.separator),
      columns: columns, symbols: symbols)
    try await print(printed.lines)
  }

  private static func facts(of article: Article) -> [String] {
    let minutes = article.readingMinutes
    return [
      article.byline,
      article.published?.formatted(Date.ISO8601FormatStyle().year().month().day()),
      minutes == 1 ? "1 minute" : "\(minutes) minutes",
    ].compactMap(\.self)
  }

  private func article() async throws -> Article {
    if let address = page.address {
      let html = try page.contents()
      return try found { () throws(ArticleError) in
        try Article(html: html, url: address, charset: page.charset)
      }
    }
    let input = PreviewInput(addresses.first ?? "")
    guard let url = input.url else {
      throw CommandFailure(message: input.refusal, exitCode: 2)
    }
    try ConfigurationFile.useProxy()
    switch await ArticleFetcher().article(at: url, timeout: .seconds(timeout)) {
    case .success(let article): return article
    case .failure(let error):
      guard let kept = await Self.keptArticle(for: url) else {
        throw CommandFailure(message: error.sentence, exitCode: 1)
      }
      let date = kept.keptAt.formatted(Date.ISO8601FormatStyle().year().month().day())
      CommandOutput.report("raylette: \(error.sentence) This is the copy kept on \(date).")
      return kept.article
    }
  }

  /// Returns the text that's kept with the saved link of an address. Creates no store.
  private static func keptArticle(for url: URL) async -> KeptArticle? {
    let location = StoreLocation(
      environment: ProcessInfo.processInfo.environment, folder: "raylette")
    let path = location.dataFile.path(percentEncoded: false)
    guard FileManager.default.fileExists(atPath: path),
      let store = try? SavedLinkStore(location: location)
    else { return nil }
    return (try? await store.keptArticle(for: url)) ?? nil
  }

  private func found(_ body: () throws(ArticleError) -> Article) throws(CommandFailure) -> Article {
    do throws(ArticleError) {
      return try body()
    } catch {
      throw CommandFailure(message: error.sentence, exitCode: 1)
    }
  }

  /// Prints texts, or shows them in the pager.
  private func print(_ texts: [String]) async throws {
    guard pager, StandardStream.output.isTerminal else { return try texts.forEach(printLines) }
    let lines = texts.joined(separator: "\n").split(
      separator: "\n", omittingEmptySubsequences: false)
    let text = lines.map { TerminalText.cleaned(String($0)) + "\n" }.joined()
    let problem = await Pager(environment: ProcessInfo.processInfo.environment).show(text)
    if let problem { throw CommandFailure(message: problem, exitCode: 1) }
  }

  /// Prints lines, as a terminal can show them if they're for one.
  private func printLines(_ text: String) throws {
    guard StandardStream.output.isTerminal else { return try StandardOutput.put("\(text)\n") }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      try CommandOutput.print(String(line))
    }
  }
}
