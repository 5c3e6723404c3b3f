import Foundation
import LinkPreview
import Links

/// Prints the links that `raylette spin` picked.
struct SpinOutput {
  let format: PreviewOutput.Format
  /// The name of the wheel.
  let wheel: String
  let cards: PreviewOutput

  func print(_ spun: SpinRun.Spun) throws {
    if format == .json {
      return try CommandOutput.printJSON(SpinJSON(spun, wheel: wheel))
    }
    // The problem of the page has been reported.
    if spun.failure != nil { return }
    if let metadata = spun.metadata { return try cards.print(.card(metadata), of: "") }
    let facts = spun.link.topics + [spun.link.language].compactMap(\.self)
    try CommandOutput.print(
      columns: [spun.link.address, spun.link.title ?? "", facts.joined(separator: ", ")])
  }
}

/// A link of a wheel as one line of JSON: the keys of `raylette preview --json`, and the wheel's
/// own. All keys are always present, with null for missing values.
private struct SpinJSON: Encodable {
  private let page: PreviewJSON
  private let link: Wheel.Link
  private let wheel: String

  init(_ spun: SpinRun.Spun, wheel: String) {
    page = PreviewJSON(
      spun.metadata ?? LinkMetadata(originalURL: spun.url), error: spun.failure)
    link = spun.link
    self.wheel = wheel
  }

  private enum Keys: CodingKey { case wheel, topics, programmingLanguage, linkTitle, linkSummary }

  func encode(to encoder: any Encoder) throws {
    try page.encode(to: encoder)
    var fields = encoder.container(keyedBy: Keys.self)
    try fields.encode(wheel, forKey: .wheel)
    try fields.encode(link.topics, forKey: .topics)
    try fields.encode(link.language, forKey: .programmingLanguage)
    try fields.encode(link.title, forKey: .linkTitle)
    try fields.encode(link.summary, forKey: .linkSummary)
  }
}
