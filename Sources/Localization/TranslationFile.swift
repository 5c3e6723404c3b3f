/// The translations of a file in gettext's PO format. Entries that are marked as fuzzy, or that have no
/// translation, aren't there.
///
/// To read all entries would take several milliseconds of each start. So at first only their places are
/// noted, and an entry is read when its text is looked up.
///
/// The format is described in gettext's manual, "The Format of PO Files".
struct TranslationFile: Sendable {
  private let file: [UInt8]
  /// Where entries begin, by the hashes of their contexts and keys. Of two with the same hash, only the
  /// first is found.
  private let starts: [UInt64: Int]
  private(set) var plural = PluralRule.germanic

  init(_ file: [UInt8]) {
    self.file = file
    starts = Self.starts(in: file.span)
    if let header = entry(of: "", context: nil)?.forms.first {
      plural = PluralRule(header: String(decoding: header, as: UTF8.self)) ?? .germanic
    }
  }

  /// - Returns: the translation of a text, or the translations of its plural forms. Never empty.
  func forms(of key: String, context: String? = nil) -> [String]? {
    guard !key.isEmpty, let entry = entry(of: key, context: context), !entry.forms.isEmpty,
      !entry.forms.contains([])
    else { return nil }
    return entry.forms.map { String(decoding: $0, as: UTF8.self) }
  }

  private func entry(of key: String, context: String?) -> Entry? {
    var hash = KeyHash()
    for byte in (context ?? "").utf8 { hash.add(byte) }
    if context != nil { hash.add(KeyHash.contextEnd) }
    for byte in key.utf8 { hash.add(byte) }
    guard let start = starts[hash.value] else { return nil }
    let entry = Entry(in: file.span, at: start)
    let isSame =
      entry.key.elementsEqual(key.utf8) && entry.context == context.map { Array($0.utf8) }
    return isSame ? entry : nil
  }

  /// Finds the entries of a file that aren't fuzzy.
  private static func starts(in file: Span<UInt8>) -> [UInt64: Int] {
    var starts: [UInt64: Int] = [:]
    starts.reserveCapacity(file.count / 128)
    var end = 0
    var part = Part.form
    var start = 0
    var hash = KeyHash()
    var isFuzzy = false
    while let line = Line(in: file, after: &end) {
      if line.isComment {
        // It stands before its entry.
        if line.isFuzzyMark(in: file) { isFuzzy = true }
        continue
      }
      switch (part, line.part) {
      case (_, .context), (.form, .key):
        start = line.range.lowerBound
        hash = KeyHash()
      case (.context, .key): hash.add(KeyHash.contextEnd)
      case (.context, .form), (.key, .form), (.plural, .form):
        if !isFuzzy, starts[hash.value] == nil { starts[hash.value] = start }
        isFuzzy = false
      default: break
      }
      part = line.part ?? part
      if part == .context || part == .key { line.forEachByte(in: file) { hash.add($0) } }
    }
    return starts
  }
}

extension TranslationFile {
  /// The parts of an entry.
  private enum Part {
    case context, key, plural, form

    /// The part that a line begins with its keyword: `msgctxt`, `msgid`, `msgid_plural`, `msgstr` or
    /// `msgstr[0]`.
    init?(in file: Span<UInt8>, at line: Range<Int>) {
      let start = line.lowerBound
      guard line.count > 5, file[start] == UInt8(ascii: "m") else { return nil }
      switch (file[start + 3], file[start + 5]) {
      case (UInt8(ascii: "c"), _): self = .context
      case (UInt8(ascii: "i"), UInt8(ascii: "_")): self = .plural
      case (UInt8(ascii: "i"), _): self = .key
      case (UInt8(ascii: "s"), _): self = .form
      default: return nil
      }
    }
  }

  /// What's known of an entry.
  private struct Entry {
    private(set) var context: [UInt8]?
    private(set) var key: [UInt8] = []
    private(set) var forms: [[UInt8]] = []

    init(in file: Span<UInt8>, at start: Int) {
      var end = start
      var part = Part.key
      while let line = Line(in: file, after: &end) {
        let isNext = line.isComment || line.part == .context || line.part == .key
        if isNext, !forms.isEmpty { return }
        if line.isComment { continue }
        part = line.part ?? part
        switch line.part {
        case .context: context = []
        case .form: forms.append([])
        case .key, .plural, nil: break
        }
        line.forEachByte(in: file) { byte in
          switch part {
          case .context: context?.append(byte)
          case .key: key.append(byte)
          case .plural: break
          case .form: forms[forms.count - 1].append(byte)
          }
        }
      }
    }
  }

  /// A line that isn't blank.
  private struct Line {
    let range: Range<Int>
    let isComment: Bool
    /// The part that begins here; nil if the line continues one, or is a comment.
    let part: Part?

    /// - Parameter end: where the previous line ended. It's set to where this one ends.
    /// - Returns: nil at the end of the file.
    init?(in file: Span<UInt8>, after end: inout Int) {
      var index = end
      while index < file.count, file[index] == UInt8(ascii: "\n") { index += 1 }
      guard index < file.count else { return nil }
      end = index
      while end < file.count, file[end] != UInt8(ascii: "\n") { end += 1 }
      range = index..<end
      isComment = file[index] == UInt8(ascii: "#")
      part = isComment ? nil : Part(in: file, at: range)
    }

    /// Whether it's a comment such as `#, csharp-format, fuzzy`.
    func isFuzzyMark(in file: Span<UInt8>) -> Bool {
      guard range.count > 7, file[range.lowerBound + 1] == UInt8(ascii: ",") else { return false }
      // Only this flag has a z.
      for index in range where file[index] == UInt8(ascii: "z") { return true }
      return false
    }

    /// Calls a closure with the bytes between the quotation marks.
    func forEachByte(in file: Span<UInt8>, _ body: (UInt8) -> Void) {
      var index = range.lowerBound
      while index < range.upperBound, file[index] != UInt8(ascii: "\"") { index += 1 }
      index += 1
      var isEscaped = false
      while index < range.upperBound {
        let byte = file[index]
        index += 1
        if isEscaped {
          switch byte {
          case UInt8(ascii: "n"): body(UInt8(ascii: "\n"))
          case UInt8(ascii: "t"): body(UInt8(ascii: "\t"))
          default: body(byte)
          }
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          return
        } else {
          body(byte)
        }
      }
    }
  }

  /// The 64-bit FNV-1a hash of a context and a key.
  private struct KeyHash {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    /// What gettext writes between the context and the key.
    static let contextEnd: UInt8 = 4

    mutating func add(_ byte: UInt8) {
      value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
    }
  }
}
