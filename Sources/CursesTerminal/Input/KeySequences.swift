import CNcurses
import TerminalGrid

/// The bytes that a terminal sends for its keys.
struct KeySequences: Sendable {
  /// Nil for a key that the app doesn't use.
  private var keys: [[UInt8]: Key?] = [:]
  private var beginnings: Set<[UInt8]> = []
  private var firstBytes: Set<UInt8> = []

  enum Match: Equatable {
    case none
    /// The bytes are the beginning of a key's.
    case beginning
    case key(Key?, length: Int)
  }

  /// The sequences that terminals send whatever their type says: PuTTY calls itself xterm, and tmux
  /// and ssh often have another terminal behind them than TERM names (XTerm Control Sequences,
  /// "PC-Style Function Keys" and "VT220-Style Function Keys").
  static let common: KeySequences = {
    var sequences = KeySequences()
    for (key, endings) in commonEndings {
      for ending in endings { sequences.add(Array("\u{1B}\(ending)".utf8), key) }
    }
    return sequences
  }()

  /// The common sequences, and those of the terminal that curses was started for, which take
  /// precedence.
  @MainActor static var ofTerminal: KeySequences {
    var sequences = common
    var (index, name) = (Int32(0), UnsafePointer<CChar>?.none)
    while let sequence = rl_next_key(&index, &name) {
      guard let name else { continue }
      let bytes = Array(String(cString: sequence).utf8)
      // A key of the keyboard's letters is typed.
      if bytes.count == 1, (0x20...0x7E).contains(bytes[0]) { continue }
      sequences.add(bytes, terminfoKeys[String(cString: name)])
    }
    return sequences
  }

  /// - Parameter isEnd: whether no more bytes will come.
  func match(_ bytes: ArraySlice<UInt8>, isEnd: Bool) -> Match {
    guard let first = bytes.first, firstBytes.contains(first) else { return .none }
    var found = Match.none
    var part: [UInt8] = []
    for byte in bytes {
      part.append(byte)
      if let key = keys[part] { found = .key(key, length: part.count) }
      if !beginnings.contains(part) { return found }
    }
    return isEnd ? found : .beginning
  }

  private mutating func add(_ bytes: [UInt8], _ key: Key?) {
    guard let first = bytes.first else { return }
    keys.updateValue(key, forKey: bytes)
    firstBytes.insert(first)
    for length in 1..<max(1, bytes.count) { beginnings.insert(Array(bytes.prefix(length))) }
  }

  private static let commonEndings: [(Key, [String])] = [
    // The digits of the keypad in application mode have the movements that are printed on them.
    (.up, ["[A", "OA", "Ox"]), (.down, ["[B", "OB", "Or"]), (.right, ["[C", "OC", "Ov"]),
    (.left, ["[D", "OD", "Ot"]), (.home, ["[H", "OH", "[1~", "[7~", "Ow"]),
    (.end, ["[F", "OF", "[4~", "[8~", "Oq"]), (.pageUp, ["[5~", "Oy"]),
    (.pageDown, ["[6~", "Os"]), (.delete, ["[3~", "On"]), (.backTab, ["[Z"]),
    (.enter, ["OM"]),
  ]

  /// The names in terminfo(5).
  private static let terminfoKeys: [String: Key] = [
    "kcud1": .down, "kcuu1": .up, "kcub1": .left, "kcuf1": .right, "khome": .home, "kend": .end,
    "knp": .pageDown, "kpp": .pageUp, "kent": .enter, "kbs": .backspace, "kcbt": .backTab,
    "kdch1": .delete,
  ]
}

extension Key {
  /// Creates a key from an ASCII character. Returns nil if no key produces it.
  init?(ascii byte: UInt8) {
    switch byte {
    case 0x09: self = .tab
    case 0x0A, 0x0D: self = .enter
    case 0x1B: self = .escape
    case 0x08, 0x7F: self = .backspace
    // Ctrl subtracts 0x60 from a letter's code.
    case 0x01...0x1A: self = .control(Character(Unicode.Scalar(byte + 0x60)))
    case 0x20...0x7E: self = .character(Character(Unicode.Scalar(byte)))
    default: return nil
    }
  }
}
