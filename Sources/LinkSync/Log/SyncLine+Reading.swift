package import Foundation
import Markup

extension SyncLine {
  /// Reads a line. Its texts become plain and bounded, because logs come from anywhere.
  /// - Parameters:
  ///   - line: the line, without its end.
  ///   - device: the device whose log it is.
  /// - Returns: nil if it isn't an operation.
  package static func operation(_ line: Data, device: String) -> SyncOperation? {
    guard line.count <= lengthLimit, line.first == UInt8(ascii: "{"),
      let object = try? JSONSerialization.jsonObject(with: line) as? [String: Any],
      let at = (object["at"] as? String).flatMap(ISOTime.milliseconds),
      let link = object["link"] as? String, link.utf8.count <= 65_536,
      let address = WebAddress(link)
    else { return nil }
    let count = object["n"] as? Int ?? 0
    let device = object["by"] as? String ?? device
    guard (0..<1 << 32).contains(count), DeviceName.isValid(device) else { return nil }
    var operation = SyncOperation(
      address: address.text, time: SyncTime(milliseconds: at, count: count, device: device),
      fields: [:])
    for field in SyncField.named {
      guard let json = object[field.name] else { continue }
      // A value of another kind, as a later version might write it, is skipped.
      if let value = value(json, of: field) { operation.fields[field] = value }
    }
    if operation.fields[.saved] != nil { operation.fields[.address] = .text(address.text) }
    for tag in tags(object["tags"]) {
      operation.fields[.tag(tag.lowercased())] = .text(tag)
      operation.tagOrder.append(tag)
    }
    for tag in tags(object["untagged"]) {
      operation.fields[.tag(tag.lowercased())] = SyncValue.none
    }
    return operation.fields.isEmpty ? nil : operation
  }

  /// The length of a line, in bytes, from which it can't be an operation.
  package static let lengthLimit = 1 << 20

  private static func value(_ json: Any, of field: SyncField) -> SyncValue? {
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

  private static func tags(_ json: Any?) -> [String] {
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
