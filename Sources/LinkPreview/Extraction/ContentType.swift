import Foundation
import Markup

/// A `Content-Type` header (RFC 9110, section 8.3).
package struct ContentType {
  /// The media type in lower case, without parameters. Empty if the header is missing.
  package let mediaType: String
  /// The `charset` parameter, without its quotes.
  package let charset: String?

  package init(mediaType: String, charset: String?) {
    self.mediaType = mediaType
    self.charset = charset
  }

  /// Reads a header, or several that were joined with commas. The last valid type in it counts
  /// (https://fetch.spec.whatwg.org/#concept-header-extract-mime-type).
  package init(_ header: String?) {
    var mediaType = ""
    var charset: String?
    for value in Self.parts(of: (header ?? "")[...], separatedBy: ",") {
      let parts = Self.parts(of: value, separatedBy: ";")
      guard let type = Self.mediaType(parts[0]), type != "*/*" else { continue }
      let stated = parts.dropFirst().firstResult(Self.charset)
      // A type that's repeated without its charset keeps it.
      charset = stated ?? (type == mediaType ? charset : nil)
      mediaType = type
    }
    // Types for what the server doesn't know
    // (https://mimesniff.spec.whatwg.org/#determining-the-computed-mime-type-of-a-resource).
    let isUnknown = ["unknown/unknown", "application/unknown"].contains(mediaType)
    self.init(mediaType: isUnknown ? "" : mediaType, charset: charset)
  }

  /// Returns a type and subtype in lower case, or nil for what isn't one
  /// (https://mimesniff.spec.whatwg.org/#parse-a-mime-type).
  private static func mediaType(_ text: Substring) -> String? {
    let parts = text.trimmingCharacters(in: .whitespaces)
      .split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isTokenByte) })
    else { return nil }
    return parts.joined(separator: "/").lowercased()
  }

  /// A byte of a token (RFC 9110, section 5.6.2).
  private static func isTokenByte(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "!#$%&'*+-.^_`|~".utf8.contains(byte)
  }

  private static func charset(_ parameter: Substring) -> String? {
    let pair = parameter.split(separator: "=", maxSplits: 1)
    guard pair.count == 2, pair[0].filter({ !$0.isWhitespace }).lowercased() == "charset" else {
      return nil
    }
    return pair[1].filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" }
  }

  /// Splits a header at separators outside quotes. There's at least one part.
  fileprivate static func parts(
    of header: Substring, separatedBy separator: Character
  ) -> [Substring] {
    var parts: [Substring] = []
    var isQuoted = false
    var start = header.startIndex
    for (index, character) in zip(header.indices, header) {
      if character == "\"" { isQuoted.toggle() }
      if character == separator, !isQuoted {
        parts.append(header[start..<index])
        start = header.index(after: index)
      }
    }
    return parts + [header[start...]]
  }

  /// Whether the body is worth reading as HTML. Servers that state no type mostly send pages.
  package var mayBePage: Bool {
    ["", "text/html", "application/xhtml+xml", "application/xml", "text/xml"].contains(mediaType)
  }
}

/// A `Content-Disposition` header (RFC 6266).
package struct ContentDisposition {
  /// The file's name without a path, or nil if the server doesn't state one.
  package let fileName: String?

  package init(_ header: String?) {
    var names: [String: String] = [:]
    for parameter in ContentType.parts(of: (header ?? "")[...], separatedBy: ";").dropFirst() {
      let pair = parameter.split(separator: "=", maxSplits: 1)
      guard pair.count == 2 else { continue }
      let key = pair[0].trimmingCharacters(in: .whitespaces).lowercased()
      names[key] = pair[1].trimmingCharacters(in: CharacterSet(charactersIn: " \t\""))
    }
    // `filename*=UTF-8''na%C3%AFve.pdf` (RFC 8187) takes precedence over the plain name.
    let extended = names["filename*"].flatMap { value -> String? in
      value.split(separator: "'", omittingEmptySubsequences: false).last
        .flatMap { String($0).removingPercentEncoding }
    }
    let name = (extended ?? names["filename"]).flatMap { PlainText.folded($0) }
    fileName = name?.split { $0 == "/" || $0 == "\\" }.last.map(String.init)
  }
}
