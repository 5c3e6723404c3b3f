import Foundation

/// A line of a log: an operation on a link, or a wheel fact, as a JSON object with its keys in a
/// fixed order.
///
///     {"at":"2026-11-22T23:25:41.123Z","link":"https://example.org/","saved":"2026-11-22T23:25:41.120Z","title":"An example","tags":["one","two"]}
///
/// A missing key sets nothing, and null clears its field.
package enum SyncLine {
  /// Encodes an operation, without line breaks. An operation with many tags or long values becomes
  /// several lines with the same time, which together have the same meaning.
  /// - Parameter device: the device whose log the lines are for. Lines don't repeat its name.
  package static func lines(_ operation: SyncOperation, device: String) -> [String] {
    operation.parts.flatMap { part in
      let line = text(part, device: device)
      guard line.utf8.count > usualLength, part.fields.count > 1 else { return [line] }
      return part.byField.map { text($0, device: device) }
    }
  }

  private static func text(_ operation: SyncOperation, device: String) -> String {
    var line = start(at: operation.time, device: device)
    line += ",\"link\":\(quoted(operation.address))"
    for field in SyncField.named {
      if field == .opened { line += tags(of: operation) }
      guard let value = operation.fields[field] else { continue }
      line += ",\"\(field.name)\":\(field.json(of: value))"
    }
    return line + "}"
  }

  static func start(at time: SyncTime, device: String) -> String {
    var line = "{\"at\":\"\(ISOTime.text(time.milliseconds))\""
    if time.count > 0 { line += ",\"n\":\(time.count)" }
    if time.device != device { line += ",\"by\":\(quoted(time.device))" }
    return line
  }

  private static func tags(of operation: SyncOperation) -> String {
    let removed = operation.fields.compactMap { field, value -> String? in
      field.isTag && value == .none ? field.name : nil
    }.sorted()
    return list("tags", operation.tagOrder) + positions(of: operation) + list("untagged", removed)
  }

  /// Encodes the tags' positions: nothing if they count from 0, the first one if they're
  /// consecutive, otherwise all of them.
  private static func positions(of operation: SyncOperation) -> String {
    let positions = operation.positions
    guard let first = positions.first else { return "" }
    if positions == Array(first..<(first + positions.count)) {
      return first == 0 ? "" : ",\"from\":\(first)"
    }
    return ",\"from\":[\(positions.map(String.init).joined(separator: ","))]"
  }

  static func list(_ key: String, _ texts: [String]) -> String {
    texts.isEmpty ? "" : ",\"\(key)\":[\(texts.map(quoted).joined(separator: ","))]"
  }

  /// Encodes a JSON string. Escapes only what JSON requires, so that people can read and search
  /// lines.
  static func quoted(_ text: String) -> String {
    // Most texts have nothing to escape.
    let isPlain = text.utf8.allSatisfy { byte in
      (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
    if isPlain { return "\"\(text)\"" }
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case ..<" ", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
