import Foundation

/// Encodes a JSON object on one line, with sorted keys.
package enum JSONLine {
  package static func text(of object: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return String(decoding: try encoder.encode(object), as: UTF8.self)
  }
}
