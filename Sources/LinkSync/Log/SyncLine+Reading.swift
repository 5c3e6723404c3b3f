import Foundation
import Markup

extension SyncLineObject {
  /// The operation on a link. Its texts become plain and bounded, because logs come from anywhere.
  var operation: SyncOperation? {
    guard let address = SyncLine.address(fields["link"]) else { return nil }
    var operation = SyncOperation(address: address.text, time: time, fields: [:])
    for field in SyncField.named {
      guard let json = fields[field.name] else { continue }
      // A value of another kind, as a later version might write it, is skipped.
      if let value = SyncLine.value(json, of: field) { operation.fields[field] = value }
    }
    if operation.fields[.saved] != nil { operation.fields[.address] = .text(address.text) }
    for (index, tag) in SyncLine.tags(fields["tags"]) {
      operation.append(tag, at: SyncLine.position(ofTagAt: index, fields["from"]))
    }
    for (_, tag) in SyncLine.tags(fields["untagged"]) {
      operation.fields[.tag(tag.tagKey)] = SyncValue.none
    }
    return operation.fields.isEmpty ? nil : operation
  }
}

extension SyncLine {
  /// The length of a line, in bytes, from which it can't be an operation. No single field of what
  /// a page or a person says is that long.
  package static let lengthLimit = 16 << 20

  /// The length of a line, in bytes, up to which earlier versions read it. A longer one has only one
  /// field.
  package static let usualLength = 1 << 20

  /// Reads a web address. It's as long as a line allows, because a link with it may be saved.
  static func address(_ json: Any?) -> WebAddress? { (json as? String).flatMap { WebAddress($0) } }

  fileprivate static func value(_ json: Any, of field: SyncField) -> SyncValue? {
    if json is NSNull { return SyncValue.none }
    switch field {
    case .saved, .removed, .opened:
      return (json as? String).flatMap(ISOTime.milliseconds).map { .date($0) }
    case .gone: return .text((json as? String).flatMap { WebAddress($0)?.text } ?? "")
    case .title: return (json as? String).map(title)
    case .summary: return (json as? String).map(summary)
    case .note: return (json as? String).map(note)
    case .checked, .metadata:
      guard let object = json as? [String: Any],
        let data = try? JSONSerialization.data(
          withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
      else { return nil }
      return .text(String(decoding: data, as: UTF8.self))
    case .address, .tag: return nil
    }
  }

  /// Reads tags, with their indices in the line.
  fileprivate static func tags(_ json: Any?) -> [(Int, String)] {
    // However many there are: earlier versions wrote all tags in one line.
    (json as? [Any] ?? []).enumerated().compactMap { index, json in
      (json as? String).flatMap(tag).map { (index, $0) }
    }
  }

  /// Reads the position of a tag.
  /// - Parameter json: the position of the first tag, or a list of those of all.
  fileprivate static func position(ofTagAt index: Int, _ json: Any?) -> Int {
    func position(_ json: Any?) -> Int? {
      (json as? Int).flatMap { (0...1_000_000).contains($0) ? $0 : nil }
    }
    if let list = json as? [Any] {
      return list.indices.contains(index) ? position(list[index]) ?? index : index
    }
    return (position(json) ?? 0) + index
  }
}

/// The texts of fields as they're stored: plain, bounded, and the same on every device.
extension SyncLine {
  package static func title(_ text: String) -> SyncValue {
    value(PlainText.folded(text, limit: TextLimit.title))
  }
  package static func summary(_ text: String) -> SyncValue {
    value(PlainText.folded(text, limit: TextLimit.summary))
  }
  package static func note(_ text: String) -> SyncValue {
    value(PlainText.foldedLines(text, limit: TextLimit.note))
  }
  package static func tag(_ text: String) -> String? {
    PlainText.folded(text, limit: TextLimit.tag)
  }

  private static func value(_ text: String?) -> SyncValue { text.map { .text($0) } ?? .none }
}
