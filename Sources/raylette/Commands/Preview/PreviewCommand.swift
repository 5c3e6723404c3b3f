import ArgumentParser
import Bookmarks
import Foundation
import LinkPreview
import LinkStore
import Localization
import Markup

/// `raylette preview`: prints the previews of links.
struct PreviewCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "preview",
      abstract: localized("Print the link cards of addresses."),
      discussion: localized(
        """
        Addresses come from the arguments or, with -, from standard input, one per line. Results are \
        printed in the same order. The exit code is 0 on success, 1 if any page failed, 2 if \
        something isn't an address.
        """))
  }

  @Argument(
    help: .links)
  var addresses: [String] = []

  @Flag(help: .jsonLinesForCards)
  var json = false

  @Flag(
    help: ArgumentHelp(
      localized("List preview problems of the pages instead; exit code 1 if any is an error."))
  )
  var check = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      localized("The number of concurrent fetches, 1 to 64."), valueName: "number"),
    transform: OptionNumber("--jobs", 1...64).whole)
  var jobs = 8

  @Option(
    parsing: .unconditional,
    help: .timeout,
    transform: OptionNumber.timeout.any)
  var timeout: Double = 30

  @Option(
    help: ArgumentHelp(
      localized(
        "Pictures on cards, as in raylette --help: auto, cells, pixels, always or never. There are none outside of a terminal."
      ),
      valueName: "when"),
    completion: .list(ImagePolicy.allCases.map(\.rawValue)),
    transform: ImagePolicy.init(option:))
  var images: ImagePolicy?

  @OptionGroup var page: InputPage

  func validate() throws {
    try page.validate(besides: addresses)
    guard page.stdin || !addresses.isEmpty else {
      throw ValidationError(localized("No address to preview."))
    }
  }

  func run() async throws {
    let environment = Invocation.current.environment
    // The JSON of a page from standard input depends on no setting.
    let configuration =
      json && page.stdin ? Configuration() : try ConfigurationFile(environment: environment).read()
    configuration.useProxy(environment: environment)
    let isAccessible = configuration.isAccessible(environment: environment)
    let hasCards = !json && !check && !page.stdin && !isAccessible
    let output = PreviewOutput(
      format: json ? .json : .text, checks: check,
      theme: try ThemeSelection(configuration, environment: environment).choice,
      isAccessible: isAccessible, images: hasCards ? images ?? configuration.images : .never,
      bidi: configuration.bidi, timeout: .seconds(timeout), environment: environment)
    if page.stdin {
      try extract(to: output)
    } else {
      let run = PreviewRun(timeout: .seconds(timeout), jobs: jobs, checks: check, output: output)
      let total = addresses.contains("-") ? nil : addresses.count
      try await run.run(PreviewInput.inputs(addresses), total: total)
    }
  }

  private func extract(to output: PreviewOutput) throws {
    guard let address = page.address else { return }
    let (html, charset) = (try page.contents(), page.charset)
    let preview: Preview
    do throws(LinkMetadataError) {
      if check {
        let findings = { PageCheck.findings(html: html, url: address, charset: charset) }
        preview = .findings(json ? Catalogue.with(.english, findings) : findings())
      } else {
        preview = .card(try LinkMetadata(reading: html, url: address, charset: charset))
      }
    } catch .failed(.botWall(let host)) {
      preview = .wall(
        LinkMetadata(html: html, url: address, charset: charset), .failed(.botWall(host: host)))
    } catch {
      preview = .failure(error)
    }
    try output.print(preview, of: page.url ?? "")
    // The JSON contains the error, and the bot wall's metadata about its site.
    if case .wall = preview, json { return }
    if preview.isFailure { throw CommandFailure(message: nil, exitCode: 1) }
  }
}
