/// The translations of a file in gettext's PO format. Entries that are marked as fuzzy, or that have no
/// translation, aren't there.
///
/// The format is described in gettext's manual, "The Format of PO Files".
struct TranslationFile: Sendable {
  /// The forms of each text: one, or those of the plural rule.
  private var entries: [String: [String]] = [:]
  private(set) var plural = PluralRule.germanic

  init(_ file: [UInt8]) {
    entries.reserveCapacity(2_000)
    var entry = Entry()
    var isFuzzy = false
    for line in file.split(separator: UInt8(ascii: "\n")) {
      if line.first == UInt8(ascii: "#") {
        // Comments stand before their entry.
        if entry.hasForms { add(&entry, isFuzzy: &isFuzzy) }
        if line.starts(with: "#,".utf8), line.contains("fuzzy".utf8) { isFuzzy = true }
        continue
      }
      guard let quote = line.firstIndex(of: UInt8(ascii: "\"")) else { continue }
      let keyword = line[..<quote]
      if entry.hasForms, keyword.starts(with: "msgctxt".utf8) || keyword.starts(with: "msgid ".utf8)
      {
        add(&entry, isFuzzy: &isFuzzy)
      }
      entry.add(keyword, line[(quote + 1)...])
    }
    add(&entry, isFuzzy: &isFuzzy)
  }

  /// - Returns: the translation of a text, or the translations of its plural forms. Never empty.
  func forms(of key: String, context: String? = nil) -> [String]? {
    entries[context.map { $0 + Self.contextEnd + key } ?? key]
  }

  /// What gettext writes between the context and the text.
  private static let contextEnd = "\u{4}"

  private mutating func add(_ entry: inout Entry, isFuzzy: inout Bool) {
    defer {
      entry = Entry()
      isFuzzy = false
    }
    let forms = entry.forms.map { String(decoding: $0, as: UTF8.self) }
    guard let first = forms.first else { return }
    if entry.key.isEmpty {
      plural = PluralRule(header: first) ?? .germanic
    } else if !isFuzzy, !forms.contains("") {
      var key = String(decoding: entry.key, as: UTF8.self)
      if let context = entry.context {
        key = String(decoding: context, as: UTF8.self) + Self.contextEnd + key
      }
      entries[key] = forms
    }
  }
}

extension TranslationFile {
  /// What has been read of an entry.
  private struct Entry {
    private enum Part { case context, key, plural, form }

    var context: [UInt8]?
    var key: [UInt8] = []
    var forms: [[UInt8]] = []
    private var part = Part.key

    var hasForms: Bool { !forms.isEmpty }

    /// Adds a line.
    /// - Parameters:
    ///   - keyword: what's before the quotation mark; nothing in the lines that continue a text.
    ///   - text: the text after it, to the end of the line.
    mutating func add(_ keyword: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) {
      if keyword.starts(with: "msgctxt".utf8) {
        part = .context
        context = []
      } else if keyword.starts(with: "msgid_plural".utf8) {
        part = .plural
      } else if keyword.starts(with: "msgid".utf8) {
        part = .key
      } else if keyword.starts(with: "msgstr".utf8) {
        part = .form
        forms.append([])
      }
      switch part {
      case .context: Self.unescape(text, into: &context, default: [])
      case .key: Self.unescape(text, into: &key)
      case .plural: break
      case .form: Self.unescape(text, into: &forms[forms.count - 1])
      }
    }

    private static func unescape(
      _ text: ArraySlice<UInt8>, into bytes: inout [UInt8]?, default start: [UInt8]
    ) {
      var all = bytes ?? start
      unescape(text, into: &all)
      bytes = all
    }

    /// Adds a text to its end, a quotation mark.
    private static func unescape(_ text: ArraySlice<UInt8>, into bytes: inout [UInt8]) {
      var isEscaped = false
      for byte in text {
        if isEscaped {
          switch byte {
          case UInt8(ascii: "n"): bytes.append(UInt8(ascii: "\n"))
          case UInt8(ascii: "t"): bytes.append(UInt8(ascii: "\t"))
          default: bytes.append(byte)
          }
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          return
        } else {
          bytes.append(byte)
        }
      }
    }
  }
}
