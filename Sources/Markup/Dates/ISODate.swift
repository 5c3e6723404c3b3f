/// A moment in the form of most pages: `2016-05-24T18:00:03.899-07:00`
/// (https://www.rfc-editor.org/rfc/rfc3339, and ISO 8601 where it differs).
enum ISODate {
  /// Parses the whole text. Returns nil for any other form. ``PublicationDate`` may still parse it,
  /// in ten times the time.
  static func date(_ text: String) -> (PublicationDate.Day, TimeOfDay)? {
    text.utf8.withContiguousStorageIfAvailable { bytes in
      var reader = Reader(bytes: bytes)
      guard let year = reader.digits(4), reader.skip("-"), let month = reader.digits(2),
        reader.skip("-"), let day = reader.digits(2), reader.skip("T") || reader.skip(" "),
        let time = reader.time()
      else { return nil }
      return (PublicationDate.Day(year: year, month: month, day: day), time)
    } ?? nil
  }

  private struct Reader {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0

    mutating func digits(_ count: Int) -> Int? {
      guard position + count <= bytes.count else { return nil }
      var number = 0
      for byte in bytes[position..<position + count] {
        guard byte.isASCIIDigit else { return nil }
        number = number * 10 + Int(byte - UInt8(ascii: "0"))
      }
      position += count
      return number
    }

    mutating func skip(_ byte: Unicode.Scalar) -> Bool {
      guard position < bytes.count, bytes[position] == UInt8(ascii: byte) else { return false }
      position += 1
      return true
    }

    mutating func time() -> TimeOfDay? {
      guard let hour = digits(2), hour < 25, skip(":"), let minute = digits(2), minute < 60 else {
        return nil
      }
      var time = TimeOfDay(hour: hour, minute: minute)
      if skip(":") {
        guard let second = digits(2), second < 61 else { return nil }
        time.second = second
        if skip(".") {
          while position < bytes.count, bytes[position].isASCIIDigit { position += 1 }
        }
      }
      if position == bytes.count || skip("Z") { return position == bytes.count ? time : nil }
      let isEast = skip("+")
      guard isEast || skip("-"), let hours = digits(2) else { return nil }
      _ = skip(":")
      guard let minutes = digits(2), position == bytes.count, hours * 60 + minutes <= 14 * 60 else {
        return nil
      }
      time.offset = (hours * 60 + minutes) * (isEast ? 1 : -1)
      return time
    }
  }
}
