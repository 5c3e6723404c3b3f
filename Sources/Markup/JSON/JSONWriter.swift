package import Foundation

/// Writes a JSON object member by member (RFC 8259), on one line.
package struct JSONWriter {
  private var bytes = [UInt8(ascii: "{")]

  package init() {}

  package mutating func add(_ name: String, _ value: some JSONRepresentable) {
    begin(name)
    value.json.write(to: &bytes)
  }

  /// Adds a value that's JSON already.
  package mutating func add(_ name: String, json: some Sequence<UInt8>) {
    begin(name)
    bytes += json
  }

  private mutating func begin(_ name: String) {
    if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
    JSONValue.write(name, to: &bytes)
    bytes.append(UInt8(ascii: ":"))
  }

  /// The whole object.
  package var line: String {
    String(decoding: bytes, as: UTF8.self) + "}"
  }
}

extension JSONObject {
  /// The object on one line. The same members have the same line, because they're sorted by name at
  /// every level.
  package var line: String { JSONValue.object(self).line }
}

extension JSONValue {
  /// The value on one line, with the members of objects sorted by name.
  package var line: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  package func write(to line: inout [UInt8]) {
    switch self {
    case .null: line += "null".utf8
    case .bool(let value): line += (value ? "true" : "false").utf8
    case .number(let text): line += Self.number(text).utf8
    case .string(let text): Self.write(text, to: &line)
    case .array(let elements):
      line.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { line.append(UInt8(ascii: ",")) }
        element.write(to: &line)
      }
      line.append(UInt8(ascii: "]"))
    case .object(let object):
      line.append(UInt8(ascii: "{"))
      for (index, member) in object.members.sorted(by: { $0.name < $1.name }).enumerated() {
        if index > 0 { line.append(UInt8(ascii: ",")) }
        Self.write(member.name, to: &line)
        line.append(UInt8(ascii: ":"))
        member.value.write(to: &line)
      }
      line.append(UInt8(ascii: "}"))
    }
  }

  /// Returns a number as JavaScript writes it: 1 instead of 1.0. One that was read may not be valid.
  private static func number(_ text: String) -> String {
    if let whole = Int(text) { return "\(whole)" }
    guard let value = Double(text), value.isFinite else { return "null" }
    let number = "\(value)"
    return number.hasSuffix(".0") ? String(number.dropLast(2)) : number
  }

  /// Writes a string literal.
  fileprivate static func write(_ text: String, to line: inout [UInt8]) {
    line.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { bytes in
      // Most texts have nothing to escape, and are copied as a whole.
      var rest = bytes[...]
      while let index = rest.firstIndex(where: needsEscape) {
        line += rest[..<index]
        write(escaped: rest[index], to: &line)
        rest = rest[(index + 1)...]
      }
      line += rest
    }
    line.append(UInt8(ascii: "\""))
  }

  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private static func write(escaped byte: UInt8, to line: inout [UInt8]) {
    switch byte {
    case 0x08: line += #"\b"#.utf8
    case 0x09: line += #"\t"#.utf8
    case 0x0A: line += #"\n"#.utf8
    case 0x0C: line += #"\f"#.utf8
    case 0x0D: line += #"\r"#.utf8
    case ..<0x20: line += ((byte < 16 ? #"\u000"# : #"\u00"#) + String(byte, radix: 16)).utf8
    default: line += [UInt8(ascii: "\\"), byte]
    }
  }
}

/// A value that has a form in JSON. Nil is null, so that scripts can tell a missing value from a
/// wrong key.
package protocol JSONRepresentable {
  var json: JSONValue { get }
}

extension JSONValue: JSONRepresentable {
  package var json: JSONValue { self }
}

extension JSONObject: JSONRepresentable {
  package var json: JSONValue { .object(self) }
}

extension Bool: JSONRepresentable {
  package var json: JSONValue { .bool(self) }
}

extension Int: JSONRepresentable {
  package var json: JSONValue { .number(String(self)) }
}

extension Int64: JSONRepresentable {
  package var json: JSONValue { .number(String(self)) }
}

extension Double: JSONRepresentable {
  package var json: JSONValue { .number(String(self)) }
}

extension String: JSONRepresentable {
  package var json: JSONValue { .string(self) }
}

extension Date: JSONRepresentable {
  /// The date in ISO 8601, in whole seconds.
  package var json: JSONValue { .string(formatted(.iso8601)) }
}

extension Array: JSONRepresentable where Element: JSONRepresentable {
  package var json: JSONValue { .array(map { $0.json }) }
}

extension Optional: JSONRepresentable where Wrapped: JSONRepresentable {
  package var json: JSONValue { self?.json ?? .null }
}
