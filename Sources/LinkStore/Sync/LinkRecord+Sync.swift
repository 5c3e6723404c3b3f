import Foundation
import LinkPreview
import LinkSync
import Markup
import Links

extension LinkRecord {
  /// What the row says, as the fields that devices exchange.
  var syncValues: [SyncField: SyncValue] {
    var values: [SyncField: SyncValue] = [
      .saved: .date(savedAt.syncMilliseconds), .address: .text(url),
      .note: SyncLine.note(note),
    ]
    if let trashedAt { values[.removed] = .date(trashedAt.syncMilliseconds) }
    if let openedAt { values[.opened] = .date(openedAt.syncMilliseconds) }
    if let title { values[.title] = SyncLine.title(title) }
    if let summary { values[.summary] = SyncLine.summary(summary) }
    if let metadata { values[.metadata] = .text(Self.json(metadata)) }
    if let checked { values[.checked] = .text(Self.json(checked)) }
    for tag in tags {
      if let tag = SyncLine.tag(tag) { values[.tag(tag.tagKey)] = .text(tag) }
    }
    return values.filter { $0.value != .none }
  }

  /// The row of a link that exists, with what all devices have said about it.
  init(_ registers: LinkRegisters, key: String, address: WebAddress) {
    url = address.text
    self.key = key
    title = registers.text(.title)
    summary = registers.text(.summary)
    tags = registers.tags
    note = registers.text(.note) ?? ""
    let page = registers.text(.metadata)
      .flatMap { try? JSONDecoder().decode(LinkMetadata.self, from: Data($0.utf8)) }?
      .sanitized(for: address)
    metadata = page.flatMap { try? JSONEncoder().encode($0) }
    site = page?.siteName
    host = page?.url.displayHost ?? address.displayHost
    let check = registers.text(.checked)
      .flatMap { try? JSONDecoder().decode(LinkCheck.self, from: Data($0.utf8)) }
    checked = check.flatMap { try? JSONEncoder().encode($0) }
    savedAt = Date(syncMilliseconds: registers.date(.saved) ?? 0)
    openedAt = registers.date(.opened).map(Date.init(syncMilliseconds:))
    trashedAt = registers.date(.removed).map(Date.init(syncMilliseconds:))
  }

  /// JSON on one line, in which slashes aren't escaped, so that addresses can be read and searched.
  private static func json(_ stored: Data) -> String {
    var json: [UInt8] = []
    json.reserveCapacity(stored.count)
    var isEscaped = false
    for byte in stored {
      if isEscaped, byte == UInt8(ascii: "/") { json.removeLast() }
      isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      json.append(byte == UInt8(ascii: "\n") ? UInt8(ascii: " ") : byte)
    }
    return String(decoding: json, as: UTF8.self)
  }
}
