import CLibXML2
import Foundation

/// Turns the bytes of a page, in pieces as they arrive, into UTF-8.
///
/// What is invalid becomes U+FFFD; NUL, which would end a C string, is dropped. A piece may end
/// inside a character: the rest is kept for the next one.
package final class StreamingDecoder {
  private let converter: iconv_t?
  private let fallback: iconv_t?
  private var usesFallback = false
  private var undecoded: [UInt8] = []
  private var isAtStart = true
  /// Whether bytes of ASCII mean ASCII, wherever they stand.
  private let keepsASCII: Bool

  /// - Parameter encoding: the encoding of the bytes; nil means UTF-8 until something is no UTF-8,
  ///   then windows-1252, as the Encoding Standard's fallback has it.
  package init(encoding: TextEncoding?) {
    converter = Self.open(encoding ?? .utf8)
    keepsASCII = [nil, .utf8, .windows1252].contains(encoding)
    fallback = encoding == nil ? Self.open(.windows1252) : nil
  }

  /// Whether this system's iconv knows the encoding.
  var hasConverter: Bool { converter != nil }

  deinit {
    for descriptor in [converter, fallback] {
      if let descriptor { iconv_close(descriptor) }
    }
  }

  /// The UTF-8 of the bytes so far that are whole characters.
  /// - Parameter atEnd: no more bytes will come, so a character cut short is invalid.
  package func decode(_ bytes: some Collection<UInt8>, atEnd: Bool = false) -> [UInt8] {
    let bytes = Array(bytes)
    if keepsASCII, undecoded.isEmpty, Self.isASCII(bytes) {
      isAtStart = isAtStart && bytes.isEmpty
      return bytes
    }
    undecoded.append(contentsOf: bytes)
    var output: [UInt8] = []
    output.reserveCapacity(undecoded.count + undecoded.count / 2)
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
        if fallback != nil, !usesFallback {
          usesFallback = true
        } else {
          output.append(contentsOf: [0xEF, 0xBF, 0xBD])
          position += 1
        }
      }
    }
    undecoded.removeAll(keepingCapacity: true)
    return withoutByteOrderMark(output)
  }

  /// A mark left at the start would be text before `<html>`, which opens the body.
  private func withoutByteOrderMark(_ output: [UInt8]) -> [UInt8] {
    guard isAtStart, !output.isEmpty else { return output }
    isAtStart = false
    return output.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(output.dropFirst(3)) : output
  }

  private enum Conversion { case done, incomplete, invalid }

  private func convert(from start: Int, into output: inout [UInt8]) -> (Int, Conversion) {
    guard let descriptor = usesFallback ? fallback : converter else {
      // No converter on this system: ASCII is all that can be told for sure.
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
        }
      }
    }
    return (consumed, outcome)
  }

  /// Whether no byte needs to be decoded; NUL does.
  private static func isASCII(_ bytes: [UInt8]) -> Bool {
    // No early exit: so the compiler compares many bytes at once.
    bytes.reduce(Int8.max) { min($0, Int8(bitPattern: $1)) } > 0
  }

  private static func open(_ encoding: TextEncoding) -> iconv_t? {
    let descriptor = iconv_open("UTF-8", encoding.iconvName)
    return Int(bitPattern: descriptor) == -1 ? nil : descriptor
  }
}
