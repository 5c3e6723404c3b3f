import Foundation

/// Decodes the bytes of a page to UTF-8, in pieces as they arrive.
///
/// Invalid bytes become U+FFFD. NUL is dropped, because no reader wants it. A piece may end
/// inside a character; the incomplete bytes are kept for the next piece.
package final class StreamingDecoder {
  private var converter: iconv_t?
  /// Whether the encoding is UTF-8, which needs no conversion.
  private var isUTF8: Bool
  /// Guesses the encoding at the first byte that isn't valid in UTF-8. Nil if the encoding is known.
  private var guess: EncodingGuess?
  /// Whether bytes that aren't UTF-8 are kept until there are enough to guess from.
  private var waitsToGuess: Bool
  private var undecoded: [UInt8] = []
  private var isAtStart = true
  /// Whether an ASCII byte always means its ASCII character, at any position.
  private var keepsASCII: Bool

  /// - Parameters:
  ///   - encoding: the encoding of the bytes. Nil means UTF-8, as long as they're valid in it, and
  ///     otherwise the encoding that they look like.
  ///   - guess: guesses that encoding.
  ///   - waitsToGuess: whether bytes may be kept until there are enough to guess from, instead of
  ///     guessing from the first piece that isn't UTF-8.
  package init(
    encoding: CharacterEncoding?, guess: EncodingGuess = .readersLanguage,
    waitsToGuess: Bool = false
  ) {
    isUTF8 = encoding == nil || encoding == .utf8
    converter = isUTF8 ? nil : encoding.flatMap(Self.open)
    keepsASCII = [nil, .utf8, .windows1252].contains(encoding)
    self.guess = encoding == nil ? guess : nil
    self.waitsToGuess = waitsToGuess
  }

  /// Whether this system's iconv supports the encoding.
  var hasConverter: Bool { isUTF8 || converter != nil }

  deinit {
    if let converter { iconv_close(converter) }
  }

  /// Decodes all whole characters so far to UTF-8.
  /// - Parameter atEnd: whether no more bytes follow, so that an incomplete character is invalid.
  package func decode(_ bytes: some Sequence<UInt8>, atEnd: Bool = false) -> [UInt8] {
    let bytes = Array(bytes)
    if bytes.withUnsafeBufferPointer({ needsNoDecoding($0) }) {
      isAtStart = isAtStart && bytes.isEmpty
      return bytes
    }
    return decodeAll(bytes, atEnd: atEnd)
  }

  /// Decodes all whole characters so far to UTF-8, and passes them to a reader. Bytes that need no
  /// decoding aren't copied.
  package func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, atEnd: Bool = false,
    _ read: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    if needsNoDecoding(bytes) {
      isAtStart = isAtStart && bytes.isEmpty
      read(bytes)
    } else {
      decodeAll(bytes, atEnd: atEnd).withUnsafeBufferPointer(read)
    }
  }

  /// Decodes the bytes that are kept to guess the encoding from, because no more may follow.
  package func decodeKept(_ read: (UnsafeBufferPointer<UInt8>) -> Void) {
    waitsToGuess = false
    decodeAll([], atEnd: false).withUnsafeBufferPointer(read)
  }

  private func needsNoDecoding(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard keepsASCII, undecoded.isEmpty else { return false }
    guard isUTF8 else { return Self.isASCII(bytes) }
    // A byte order mark is removed.
    let mayHaveMark = isAtStart && bytes.first == 0xEF
    guard !mayHaveMark, !Self.hasNull(bytes) else { return false }
    return UTF8Validation.validLength(of: bytes).0 == bytes.count
  }

  private static func hasNull(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.baseAddress.map { memchr($0, 0, bytes.count) != nil } ?? false
  }

  private func decodeAll(_ bytes: some Sequence<UInt8>, atEnd: Bool) -> [UInt8] {
    undecoded.append(contentsOf: bytes)
    var output: [UInt8] = []
    guard guess == nil || settleEncoding(atEnd: atEnd, into: &output) else {
      return withoutByteOrderMark(output)
    }
    output.reserveCapacity(
      output.count + (isUTF8 ? undecoded.count : undecoded.count + undecoded.count / 2))
    var position = 0
    while position < undecoded.count {
      let (read, result) = convert(from: position, into: &output)
      position += read
      switch result {
      case .done: break
      case .incomplete where !atEnd:
        undecoded.removeFirst(position)
        return withoutByteOrderMark(output)
      case .incomplete, .invalid:
        output.append(contentsOf: [0xEF, 0xBF, 0xBD])
        position += 1
      }
    }
    undecoded.removeAll(keepingCapacity: true)
    return withoutByteOrderMark(output)
  }

  /// Settles the encoding if the bytes so far aren't UTF-8. If there are too few to guess from, keeps
  /// those that could be misread, appends the ones before them, and returns false.
  private func settleEncoding(atEnd: Bool, into output: inout [UInt8]) -> Bool {
    let (length, isIncomplete) = undecoded.withUnsafeBufferPointer {
      UTF8Validation.validLength(of: $0)
    }
    guard let guess, length < undecoded.count, !isIncomplete || atEnd else { return true }
    let count = undecoded.count { $0 >= 0x80 }
    if waitsToGuess, !atEnd, count < EncodingGuess.sureCount,
      undecoded.count - length < EncodingGuess.lengthLimit
    {
      let start = max(
        0, (undecoded.firstIndex { $0 >= 0x80 } ?? length) - EncodingGuess.contextLength)
      output.append(contentsOf: undecoded[..<start].lazy.filter { $0 != 0 })
      undecoded.removeFirst(start)
      return false
    }
    self.guess = nil
    let (before, all) = undecoded.withUnsafeBufferPointer { bytes in
      (
        UTF8Validation.balance(of: UnsafeBufferPointer(rebasing: bytes[..<length])),
        UTF8Validation.balance(of: bytes)
      )
    }
    // A page in UTF-8 may have a few broken characters.
    guard all.characters <= all.invalid else { return true }
    // Two or three characters of another encoding may look like UTF-8, but hardly more, and those of
    // windows-1252 don't.
    var start = before.characters > 3 ? length : 0
    let encoding = undecoded.withUnsafeBufferPointer {
      guess.encoding(of: UnsafeBufferPointer(rebasing: $0[start...]))
    }
    if encoding == .windows1252 { start = length }
    if start > 0 {
      _ = validate(from: 0, into: &output)
      undecoded.removeFirst(start)
    }
    isUTF8 = encoding == .utf8
    converter = isUTF8 ? nil : Self.open(encoding)
    keepsASCII = isUTF8 || encoding == .windows1252
    return true
  }

  /// Removes a byte order mark at the start. It would count as text before `<html>`, which opens
  /// the body.
  private func withoutByteOrderMark(_ output: [UInt8]) -> [UInt8] {
    guard isAtStart, !output.isEmpty else { return output }
    isAtStart = false
    return output.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(output.dropFirst(3)) : output
  }

  private enum Conversion { case done, incomplete, invalid }

  private func convert(from start: Int, into output: inout [UInt8]) -> (Int, Conversion) {
    if isUTF8 { return validate(from: start, into: &output) }
    guard let descriptor = converter else {
      // This system has no converter for the encoding, so only ASCII is certain.
      let byte = undecoded[start]
      if byte > 0, byte < 0x80 { output.append(byte) }
      return (byte < 0x80 ? 1 : 0, byte < 0x80 ? .done : .invalid)
    }
    var consumed = 0
    var outcome = Conversion.done
    undecoded.withUnsafeMutableBytes { input in
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { buffer in
        var source = input.baseAddress.map { ($0 + start).assumingMemoryBound(to: CChar.self) }
        var sourceLeft = input.count - start
        var target = buffer.baseAddress
        var targetLeft = buffer.count
        let result = iconv(descriptor, &source, &sourceLeft, &target, &targetLeft)
        let failure = errno
        consumed = input.count - start - sourceLeft
        let written = UnsafeRawBufferPointer(buffer).prefix(buffer.count - targetLeft)
        if written.contains(0) {
          output.append(contentsOf: written.lazy.filter { $0 != 0 })
        } else {
          output.append(contentsOf: written)
        }
        if result == -1 {
          outcome = failure == EINVAL ? .incomplete : failure == EILSEQ ? .invalid : .done
          // A converter that makes no progress mustn't hang a page. That of macOS 14 has been seen to
          // report a full buffer (E2BIG) without filling it.
          if outcome == .done, consumed == 0, written.isEmpty { outcome = .invalid }
        }
      }
    }
    return (consumed, outcome)
  }

  /// Copies valid UTF-8.
  private func validate(from start: Int, into output: inout [UInt8]) -> (Int, Conversion) {
    undecoded.withUnsafeBufferPointer { bytes in
      let bytes = UnsafeBufferPointer(rebasing: bytes[start...])
      let (length, isIncomplete) = UTF8Validation.validLength(of: bytes)
      let valid = bytes[..<length]
      if Self.hasNull(UnsafeBufferPointer(rebasing: valid)) {
        output.append(contentsOf: valid.lazy.filter { $0 != 0 })
      } else {
        output.append(contentsOf: valid)
      }
      return (length, length == bytes.count ? .done : isIncomplete ? .incomplete : .invalid)
    }
  }

  /// Whether no byte needs decoding. NUL needs it, because it's dropped.
  private static func isASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // No early exit, so that the compiler compares many bytes at once.
    bytes.reduce(Int8.max) { min($0, Int8(bitPattern: $1)) } > 0
  }

  private static func open(_ encoding: CharacterEncoding) -> iconv_t? {
    open(anyOf: encoding.iconvNames)
  }

  /// Opens the converter with the first name that this system's iconv knows. Nil if it knows none.
  static func open(anyOf names: [String]) -> iconv_t? {
    for name in names {
      let descriptor = iconv_open("UTF-8", name)
      if Int(bitPattern: descriptor) != -1 { return descriptor }
    }
    return nil
  }
}

/// Measures the valid UTF-8 at the start of bytes.
enum UTF8Validation {
  /// - Returns: the length of the valid bytes at the start, and whether they're followed by the
  ///   beginning of a valid character.
  static func validLength(of bytes: UnsafeBufferPointer<UInt8>) -> (Int, isIncomplete: Bool) {
    guard let start = bytes.baseAddress else { return (0, false) }
    let raw = UnsafeRawPointer(start)
    let count = bytes.count
    var position = 0
    while position < count {
      // Most text is ASCII.
      while count - position >= 32 {
        let next = raw + position
        let high =
          next.loadUnaligned(as: UInt64.self) | (next + 8).loadUnaligned(as: UInt64.self)
          | (next + 16).loadUnaligned(as: UInt64.self) | (next + 24).loadUnaligned(as: UInt64.self)
        if high & 0x8080_8080_8080_8080 != 0 { break }
        position += 32
      }
      while position < count, start[position] < 0x80 { position += 1 }
      while position < count, start[position] >= 0x80 {
        let length = characterLength(start + position, count - position)
        if length <= 0 { return (position, length < 0) }
        position += length
      }
    }
    return (count, false)
  }

  /// Counts the valid characters outside ASCII, and the bytes that aren't part of one.
  static func balance(of bytes: UnsafeBufferPointer<UInt8>) -> (characters: Int, invalid: Int) {
    var (characters, invalid) = (0, 0)
    var rest = bytes[...]
    while !rest.isEmpty {
      let (length, _) = validLength(of: UnsafeBufferPointer(rebasing: rest))
      characters += rest.prefix(length).count { $0 >= 0xC2 }
      rest = rest.dropFirst(length)
      if !rest.isEmpty {
        invalid += 1
        rest = rest.dropFirst()
      }
    }
    return (characters, invalid)
  }

  /// Returns the length of the character at the start of bytes, 0 for an invalid one, and -1 for
  /// one that's incomplete (https://encoding.spec.whatwg.org/#utf-8-decoder).
  private static func characterLength(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int {
    let first = start[0]
    let length: Int
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch first {
    case 0xC2...0xDF: length = 2
    case 0xE0...0xEF:
      length = 3
      if first == 0xE0 { second = 0xA0...0xBF }
      if first == 0xED { second = 0x80...0x9F }
    case 0xF0...0xF4:
      length = 4
      if first == 0xF0 { second = 0x90...0xBF }
      if first == 0xF4 { second = 0x80...0x8F }
    default: return 0
    }
    for index in 1..<length {
      guard index < count else { return -1 }
      guard (index == 1 ? second : 0x80...0xBF).contains(start[index]) else { return 0 }
    }
    return length
  }
}
