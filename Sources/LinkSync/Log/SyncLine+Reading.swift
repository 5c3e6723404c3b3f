import Foundation
import Markup

extension SyncLineObject {
  /// The operation on this line. Its texts are made plain and bounded, because logs come from
  /// anywhere.
  var operation: SyncOperation? {
    guard let address = SyncLine.address(fields["link"]) else { return nil }
    var operation = SyncOperation(address: address.text, time: time, fields: [:])
    for field in SyncField.named {
      guard let json = fields[field.name] else { continue }
      // Skips a value of another type, because a later version might write one.
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
  /// The longest line that's read, in bytes. No single field is longer.
  package static let lengthLimit = 16 << 20

  /// The longest line that earlier versions read, in bytes. A longer line has only one field.
  static let usualLength = 1 << 20

  /// Parses a web address of any length, because a link with a long address may be saved.
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

  /// Parses tags, with their indices in the line.
  fileprivate static func tags(_ json: Any?) -> [(Int, String)] {
    // Reads any number of tags, because earlier versions wrote all of them in one line.
    (json as? [Any] ?? []).enumerated().compactMap { index, json in
      (json as? String).flatMap(tag).map { (index, $0) }
    }
  }

  /// Parses the position of a tag.
  /// - Parameter json: the position of the first tag, or a list with each tag's position.
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

/// Texts of fields in their stored form: plain, bounded, and equal on every device.
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
