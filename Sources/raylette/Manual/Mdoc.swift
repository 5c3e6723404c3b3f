/// Writes a manual page in the language mdoc(7).
struct Mdoc {
  private(set) var lines: [String] = []

  var text: String { lines.joined(separator: "\n") + "\n" }

  init(title: String, section: Int) {
    lines = [
      ".\\\" Written by `raylette man \(section)`. Change the texts of the program instead.",
      ".Dd \(Self.date)", ".Dt \(title.uppercased()) \(section)", ".Os",
    ]
  }

  /// The date of the pages: the date of this version's texts.
  private static let date = "November 22, 2026"

  // MARK: Structure

  mutating func name(_ name: String, _ description: String) {
    heading("Name")
    lines += [".Nm \(name)", ".Nd \(Self.escaped(description))"]
  }

  mutating func heading(_ text: String) { lines.append(".Sh \(text.uppercased())") }
  mutating func subheading(_ text: String) { lines.append(".Ss \(Self.escaped(text))") }

  /// A macro line whose arguments have macros of their own.
  mutating func rawMacro(_ line: String) { lines.append(".\(line)") }

  /// A list with a term for each item.
  mutating func list(
    width: String = "Ds", isCompact: Bool = false, _ body: (inout Mdoc) -> Void
  ) {
    lines.append(".Bl -tag -width \(width)\(isCompact ? " -compact" : "")")
    body(&self)
    lines.append(".El")
  }

  mutating func item(_ term: String) { lines.append(".It \(term)") }

  /// Lines that are printed without being filled.
  mutating func display(_ text: [String]) {
    lines.append(".Bd -literal -offset indent")
    lines += text.map { Self.startEscaped(Self.escaped($0, isCode: true)) }
    lines.append(".Ed")
  }

  // MARK: Text

  /// Paragraphs, divided by empty lines. Each sentence begins on its own line, so that the
  /// formatter recognises its end.
  mutating func paragraphs(_ text: String) {
    if lines.last == ".Ed" { lines.append(".Pp") }
    for (index, paragraph) in text.split(separator: "\n\n").enumerated() {
      if index > 0 { lines.append(".Pp") }
      for line in paragraph.split(separator: "\n") { sentences(String(line)) }
    }
  }

  private mutating func sentences(_ text: String) {
    var line = ""
    func flush(_ lines: inout [String]) {
      if !line.isEmpty { lines.append(Self.startEscaped(line)) }
      line = ""
    }
    for word in text.split(separator: " ") {
      let escaped = Self.escaped(String(word))
      if line.count + escaped.count + 1 > Self.width { flush(&lines) }
      line += line.isEmpty ? escaped : " \(escaped)"
      if let end = word.last(where: { !"\")".contains($0) }), ".?!".contains(end), word.count > 1 {
        flush(&lines)
      }
    }
    flush(&lines)
  }

  private static let width = 78

  /// Returns a text without markup.
  /// - Parameter isCode: whether people copy the text, so that dashes have to stay ASCII.
  static func escaped(_ text: String, isCode: Bool = false) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      // An option is code, even inside a sentence.
      let isCode = isCode || word.drop { "('\"".contains($0) }.hasPrefix("-")
      // A name such as saved.filter mustn't be hyphenated at the end of a line.
      let start = word.firstMatch(of: /[._\/][a-z]{2}/) == nil ? "" : "\\%"
      return start
        + word.unicodeScalars.map { scalar -> String in
          switch scalar {
          case "\\": "\\e"
          case "-": isCode ? "\\-" : "-"
          case "'": isCode ? "\\(aq" : "'"
          case "`": "\\(ga"
          case "^": "\\(ha"
          case "~": "\\(ti"
          case "\"": "\\(dq"
          case _ where scalar.isASCII: String(scalar)
          default: "\\[u\(hexadecimal(scalar))]"
          }
        }.joined()
    }.joined(separator: " ")
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Returns a line that can't be read as a macro.
  private static func startEscaped(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("'") ? "\\&\(line)" : line
  }

  /// Returns a macro's argument that can't be read as a macro or punctuation itself.
  static func argument(_ text: String) -> String {
    let escaped = escaped(text, isCode: true)
    let isOneWord = !escaped.contains(" ")
    // A word that's the name of a macro, or punctuation, would be read as markup.
    let isMarkup = escaped.count <= 3
    return (isMarkup ? "\\&" : "") + (isOneWord ? escaped : "\"\(escaped)\"")
  }
}
