import Markup
import Foundation

/// A `Content-Disposition` header (RFC 6266).
struct ContentDisposition {
  /// The file's name without a path, or nil if the server doesn't state one.
  let fileName: String?

  init(_ header: String?) {
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
