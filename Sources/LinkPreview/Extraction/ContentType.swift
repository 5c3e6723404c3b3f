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

  package init(_ header: String?) {
    let parts = (header ?? "").split(separator: ";", omittingEmptySubsequences: false)
    mediaType = PlainText.folded(parts.first.map { $0.lowercased() } ?? "") ?? ""
    charset =
      parts.dropFirst().lazy.compactMap { parameter -> String? in
        let pair = parameter.split(separator: "=", maxSplits: 1)
        guard pair.count == 2, pair[0].filter({ !$0.isWhitespace }).lowercased() == "charset" else {
          return nil
        }
        return pair[1].filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" }
      }.first
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
    for parameter in Self.parameters(of: header ?? "") {
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

  /// Splits the header at semicolons outside quotes. Returns all parts but the first.
  private static func parameters(of header: String) -> ArraySlice<String> {
    var parameters = [""]
    var isQuoted = false
    for character in header {
      if character == "\"" { isQuoted.toggle() }
      if character == ";", !isQuoted {
        parameters.append("")
      } else {
        parameters[parameters.count - 1].append(character)
      }
    }
    return parameters.dropFirst()
  }
}
