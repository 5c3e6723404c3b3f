import ArgumentParser
import Bookmarks
import Foundation
import Localization
import Markup

/// The options of commands that can read a page from standard input instead of fetching it.
struct InputPage: ParsableArguments {
  @Flag(help: ArgumentHelp(localized("Read a page from standard input; doesn't use the network.")))
  var stdin = false

  @Option(
    help: ArgumentHelp(
      localized("The address of the page on standard input."), valueName: "address"))
  var url: String?

  @Option(help: ArgumentHelp(localized("The charset of that page's response."), valueName: "label"))
  var charset: String?

  /// - Parameters:
  ///   - addresses: the command's other addresses.
  ///   - hasFile: whether one of them is a file, which the options also apply to.
  func validate(besides addresses: [String], hasFile: Bool = false) throws {
    guard stdin || hasFile || url == nil && charset == nil else {
      throw ValidationError(localized("--url and --charset require --stdin."))
    }
    if stdin, !addresses.isEmpty {
      throw ValidationError(localized("--stdin reads one page; it takes no addresses."))
    }
    if stdin, url == nil {
      throw ValidationError(localized("--stdin needs --url, where the page is from."))
    }
    if let url, address == nil {
      throw ValidationError(
        localized("--url takes an address, not \"\(PlainText.folded(url) ?? "")\"."))
    }
    if let charset, CharacterEncoding(label: charset) == nil {
      throw ValidationError(
        localized(
          "--charset takes the name of a charset, not \"\(PlainText.folded(charset) ?? "")\"."))
    }
  }

  /// The maximum bytes of a page, more than pages from the network may have.
  private static let limit = 64 << 20

  /// The address of the page, which may be a file's.
  var address: URL? {
    guard let url else { return nil }
    return PreviewInput(url).url ?? URL(string: url).flatMap { $0.scheme == nil ? nil : $0 }
  }

  func contents() throws(CommandFailure) -> Data { try contents(of: .standardInput) }

  func contents(of source: LocalPage) throws(CommandFailure) -> Data {
    let name = source.path ?? localized("standard input")
    do throws(InputFileError) {
      return try WaitNotice.showing(
        localized("reading the page from \(name)"), forFile: source.path ?? "-"
      ) {
        () throws(InputFileError) in
        guard let path = source.path else {
          return try InputFile.standardInput.contents(limit: Self.limit)
        }
        let file = try InputFile(path: path, bytes: RawArgument.bytes(of: path))
        return try file.contents(limit: Self.limit)
      }
    } catch {
      throw CommandFailure(message: localized("cannot read \(name): \(error.reason)"), exitCode: 1)
    }
  }
}
