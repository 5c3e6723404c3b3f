import ArgumentParser
import Bookmarks
import Foundation
import Markup

/// The options of commands that can read a page from standard input instead of fetching it.
struct InputPage: ParsableArguments {
  @Flag(help: "Read a page from standard input; doesn't use the network.")
  var stdin = false

  @Option(help: ArgumentHelp("The address of the page on standard input.", valueName: "address"))
  var url: String?

  @Option(help: ArgumentHelp("The charset of that page's response.", valueName: "label"))
  var charset: String?

  /// - Parameter addresses: the addresses that the command has been given besides.
  func validate(besides addresses: [String]) throws {
    guard stdin else {
      guard url == nil, charset == nil else {
        throw ValidationError("--url and --charset require --stdin.")
      }
      return
    }
    guard addresses.isEmpty else {
      throw ValidationError("--stdin reads one page; it takes no addresses.")
    }
    guard let url else {
      throw ValidationError("--stdin needs --url, where the page is from.")
    }
    guard address != nil else {
      throw ValidationError("--url takes an address, not \"\(PlainText.folded(url) ?? "")\".")
    }
    if let charset, TextEncoding(label: charset) == nil {
      throw ValidationError(
        "--charset takes the name of a charset, not \"\(PlainText.folded(charset) ?? "")\".")
    }
  }

  /// The maximum bytes of a page, more than any from the network may have.
  private static let limit = 64 << 20

  /// The address of the page. A file address is fine too.
  var address: URL? {
    guard let url else { return nil }
    return PreviewInput(url).url ?? URL(string: url).flatMap { $0.scheme == nil ? nil : $0 }
  }

  func contents() throws -> Data {
    try WaitNotice.showing("reading the page from standard input") {
      () throws(CommandFailure) in
      do throws(InputFileError) {
        return try InputFile.standardInput.contents(limit: Self.limit)
      } catch {
        throw CommandFailure(message: "cannot read standard input: \(error.reason)", exitCode: 1)
      }
    }
  }
}
