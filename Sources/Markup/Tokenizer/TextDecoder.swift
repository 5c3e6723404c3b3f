/// Turns bytes of a page into text: resolves character references, normalizes line breaks, and
/// replaces NUL and invalid UTF-8.
enum TextDecoder {
  static func string(_ bytes: UnsafeBufferPointer<UInt8>, content: TextContent) -> String {
    let hasReferences = content == .data || content == .rcdata
    let keepsNull = content == .data || content == .cdata
    guard isSpecial(bytes) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    return decoded(
      bytes, references: hasReferences, inAttribute: false, keepsNull: keepsNull)
  }

  static func attributeValue(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    guard isSpecial(bytes) else { return String(decoding: bytes, as: UTF8.self) }
    return decoded(bytes, references: true, inAttribute: true, keepsNull: false)
  }

  /// Whether there's anything to replace but invalid UTF-8.
  private static func isSpecial(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // No early exit, so that the compiler compares many bytes at once.
    var found = false
    for byte in bytes {
      found = found || byte == .ampersand || byte == .carriageReturn || byte == 0
    }
    return found
  }

  private static func decoded(
    _ bytes: UnsafeBufferPointer<UInt8>, references: Bool, inAttribute: Bool, keepsNull: Bool
  ) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var position = 0
    while position < bytes.count {
      var end = position
      while end < bytes.count, bytes[end] != .ampersand, bytes[end] != .carriageReturn,
        bytes[end] > 0
      {
        end += 1
      }
      output.append(contentsOf: bytes[position..<end])
      position = end
      guard position < bytes.count else { break }
      let byte = bytes[position]
      switch byte {
      case .ampersand where references:
        let rest = UnsafeBufferPointer(rebasing: bytes[position...])
        let length = CharacterReference.resolve(rest, inAttribute: inAttribute, into: &output)
        if length == 0 { output.append(byte) }
        position += max(1, length)
        continue
      case .carriageReturn:
        output.append(.lineFeed)
        if position + 1 < bytes.count, bytes[position + 1] == .lineFeed { position += 1 }
      case 0 where !keepsNull: output.append(contentsOf: [0xEF, 0xBF, 0xBD])
      default: output.append(byte)
      }
      position += 1
    }
    return String(decoding: output, as: UTF8.self)
  }
}
