/// ASCII as the URL Standard defines it, independent of the locale.
package enum ASCII {
  /// Returns the value of a hexadecimal digit, or nil if the byte isn't one.
  static func hexValue(_ byte: UInt8) -> UInt8? {
    if byte.isASCIIDigit { return byte - UInt8(ascii: "0") }
    let letter = byte | 0x20
    return letter &- UInt8(ascii: "a") < 6 ? letter - UInt8(ascii: "a") + 10 : nil
  }

  /// Returns a hexadecimal digit in upper case, as the URL Standard writes it.
  static func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  /// Returns the byte that the percent-encoding at `index` stands for, or nil if there's none.
  package static func escapedByte(at index: Int, in bytes: ArraySlice<UInt8>) -> UInt8? {
    guard index + 2 < bytes.endIndex, bytes[index] == UInt8(ascii: "%"),
      let high = hexValue(bytes[index + 1]), let low = hexValue(bytes[index + 2])
    else { return nil }
    return high << 4 | low
  }

  /// Decodes percent-encoding in `bytes`. A `%` that doesn't begin an encoded byte stays.
  static func percentDecoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if let byte = escapedByte(at: index, in: bytes) {
        decoded.append(byte)
        index += 3
      } else {
        decoded.append(bytes[index])
        index += 1
      }
    }
    return decoded
  }

  static func isSingleDot(_ segment: ArraySlice<UInt8>) -> Bool {
    segment.count <= 3 && percentDecodedDots(segment) == 1
  }

  static func isDoubleDot(_ segment: ArraySlice<UInt8>) -> Bool {
    segment.count <= 6 && percentDecodedDots(segment) == 2
  }

  /// Returns the number of dots in a segment that consists only of dots, each written as `.` or
  /// `%2e`. Returns 0 for any other segment.
  private static func percentDecodedDots(_ segment: ArraySlice<UInt8>) -> Int {
    let first = segment.first
    guard first == UInt8(ascii: ".") || first == UInt8(ascii: "%") else { return 0 }
    let decoded = percentDecoded(segment)
    return decoded.allSatisfy { $0 == UInt8(ascii: ".") } ? decoded.count : 0
  }
}

extension [UInt8] {
  package mutating func append(percentEncoding byte: UInt8) {
    append(UInt8(ascii: "%"))
    append(ASCII.hexDigit(byte >> 4))
    append(ASCII.hexDigit(byte & 15))
  }
}
