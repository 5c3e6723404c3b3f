import Foundation

/// Encodes values as JSON for columns. The same value always has the same bytes, so that a restored
/// file is equal to the exported one.
enum StoredJSON {
  static func data(of value: some Encodable) throws -> Data { try encoder.encode(value) }

  private static var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}
