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
    for tag in SyncLine.tags(fields["tags"]) {
      operation.fields[.tag(tag.tagKey)] = .text(tag)
      operation.tagOrder.append(tag)
    }
    for tag in SyncLine.tags(fields["untagged"]) {
      operation.fields[.tag(tag.tagKey)] = SyncValue.none
    }
    return operation.fields.isEmpty ? nil : operation
  }
}

extension SyncLine {
  /// The length of a line, in bytes, from which it can't be an operation.
  package static let lengthLimit = 1 << 20

  /// Reads a web address.
  static func address(_ json: Any?) -> WebAddress? {
    guard let text = json as? String, text.utf8.count <= 65_536 else { return nil }
    return WebAddress(text)
  }

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

  fileprivate static func tags(_ json: Any?) -> [String] {
    let texts = (json as? [Any] ?? []).prefix(tagLimit).compactMap { $0 as? String }
    return texts.compactMap(tag)
  }

  private static let tagLimit = 100
}

/// The texts of fields as they're stored: plain, bounded, and the same on every device.
extension SyncLine {
  package static func title(_ text: String) -> SyncValue { value(PlainText.folded(text)) }
  package static func summary(_ text: String) -> SyncValue {
    value(PlainText.folded(text, limit: 5_000))
  }
  package static func note(_ text: String) -> SyncValue {
    value(PlainText.foldedLines(text, limit: 20_000))
  }
  package static func tag(_ text: String) -> String? { PlainText.folded(text, limit: 100) }

  private static func value(_ text: String?) -> SyncValue { text.map { .text($0) } ?? .none }
}
