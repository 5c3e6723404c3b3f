import Foundation

/// Repairs the invalid JSON that some programs write.
enum JSONRepair {
  /// Replaces unpaired surrogates with U+FFFD, and numbers that are too large with 0, because one
  /// of these would cost everything around it.
  static func repaired(_ json: Data) -> Data {
    var output: [UInt8] = []
    output.reserveCapacity(json.count)
    var rest = Array(json)[...]
    var isInString = false
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""):
        isInString.toggle()
        output.append(byte)
      case UInt8(ascii: "\\") where isInString:
        appendEscape(&rest, to: &output)
      case UInt8(ascii: "0")...UInt8(ascii: "9") where !isInString,
        UInt8(ascii: "-") where !isInString:
        let number = [byte] + rest.prefix { "0123456789+-.eE".utf8.contains($0) }
        rest = rest.dropFirst(number.count - 1)
        let value = Double(String(decoding: number, as: UTF8.self))
        output += value?.isFinite == true ? number : [UInt8(ascii: "0")]
      default: output.append(byte)
      }
    }
    return Data(output)
  }

  /// - Parameter rest: the text after the backslash.
  private static func appendEscape(_ rest: inout ArraySlice<UInt8>, to output: inout [UInt8]) {
    let unit = codeUnit(rest)
    let next = rest.dropFirst(5)
    let follower = next.first == UInt8(ascii: "\\") ? codeUnit(next.dropFirst()) : nil
    let isPair =
      unit.map(UTF16.isLeadSurrogate) == true && follower.map(UTF16.isTrailSurrogate) == true
    let length = unit == nil ? 1 : isPair ? 11 : 5
    if let unit, UTF16.isSurrogate(unit), !isPair {
      output += "\\uFFFD".utf8
    } else {
      output.append(UInt8(ascii: "\\"))
      output += rest.prefix(length)
    }
    rest = rest.dropFirst(length)
  }

  private static func codeUnit(_ escape: ArraySlice<UInt8>) -> UInt16? {
    guard escape.first == UInt8(ascii: "u"), escape.count >= 5 else { return nil }
    return UInt16(String(decoding: escape.dropFirst().prefix(4), as: UTF8.self), radix: 16)
  }
}
