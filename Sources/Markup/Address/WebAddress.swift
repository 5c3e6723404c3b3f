public import Foundation

/// An address of the web, http or https, spelled as the URL Standard writes it
/// (https://url.spec.whatwg.org/): what a browser has in its address bar.
///
/// All addresses from outside are made here: what a person types, what files and pages hold, where
/// servers redirect to.
///
///     WebAddress("HTTPS://Example.org:443/a b?x=%7B|")?.text  // https://example.org/a%20b?x=%7B|
///     WebAddress("file:///etc/passwd")                        // nil
public struct WebAddress: Hashable, Sendable, CustomStringConvertible {
  /// The standard's serialization; ASCII.
  public let text: String

  /// Parses an address.
  ///
  /// - Parameters:
  ///   - text: any spelling. Spaces and controls around it don't count, nor line ends inside.
  ///   - base: what a relative address is relative to.
  /// - Returns: nil for what the standard refuses, and for other schemes.
  public init?(_ text: String, relativeTo base: WebAddress? = nil) {
    guard let record = URLParser.parse(text, base: base.flatMap { URLParser.parse($0.text) }) else {
      return nil
    }
    self.text = record.text
  }

  /// The address that a URL holds. One that is not of the web stays as it is.
  public init(_ url: URL) {
    let text = url.absoluteString
    self.text = URLParser.parse(text)?.text ?? text
  }

  public var description: String { text }

  /// The address as Foundation holds it, and as it is sent.
  ///
  /// Foundation has no address that RFC 3986 does not allow, which the standard does: ``text`` may
  /// have any of ``[]^`{|}\\``, and a `%` that begins no escape. These are percent-encoded here, and
  /// these only. A server decodes both to the same.
  public var url: URL {
    URL(string: text, encodingInvalidCharacters: false)
      ?? URLParser.parse(text).flatMap {
        URL(string: $0.encodedForRFC3986, encodingInvalidCharacters: false)
      } ?? URL(filePath: text)
  }
}

extension URLRecord {
  /// The serialization with all that RFC 3986 does not allow percent-encoded.
  var encodedForRFC3986: String {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(bytes.count + 16)
    encoded.append(forRFC3986: bytes[..<hostStart])
    // The brackets of an IPv6 address are allowed.
    let isLiteral = host.first == UInt8(ascii: "[")
    if isLiteral { encoded += host } else { encoded.append(forRFC3986: host) }
    encoded += bytes[hostEnd..<pathStart]
    encoded.append(forRFC3986: bytes[pathStart..<fragmentStart])
    if let mark = fragment.first {
      encoded.append(mark)
      encoded.append(forRFC3986: fragment.dropFirst(), encodesHash: true)
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}

extension [UInt8] {
  fileprivate mutating func append(forRFC3986 part: ArraySlice<UInt8>, encodesHash: Bool = false) {
    for (index, byte) in zip(part.indices, part) {
      let isBare = byte == UInt8(ascii: "%") && ASCII.escapedByte(at: index, in: part) == nil
      let isHash = byte == UInt8(ascii: "#") && encodesHash
      if isBare || isHash || PercentEncodeSet.notInRFC3986.contains(byte) {
        append(percentEncoding: byte)
      } else {
        append(byte)
      }
    }
  }
}
