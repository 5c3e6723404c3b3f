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
      if let value = field.value(ofJSON: json) { operation.fields[field] = value }
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

  /// Returns a tag in its stored form. See ``SyncField/value(of:)``.
  package static func tag(_ text: String) -> String? {
    PlainText.folded(text, limit: TextLimit.tag)
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
