import TerminalGrid

/// The questions for a terminal.
package struct TerminalQuestions: OptionSet, Hashable, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The colour of the terminal's background.
  package static let background = TerminalQuestions(rawValue: 1)
  /// The terminal's graphics protocols, and the size of a cell in pixels.
  package static let graphics = TerminalQuestions(rawValue: 2)
  /// Whether the terminal draws joined emoji whole, in two columns. Only for a terminal whose screen
  /// is drawn afterwards, because it's asked to draw one.
  package static let emoji = TerminalQuestions(rawValue: 4)
}

/// The queries to a terminal, and its answers so far.
///
/// All queries go out at once, and nearly every terminal answers the last one (DA1). A reply to DA1
/// therefore means that the terminal has answered every query it understood.
struct TerminalInquiry {
  private let questions: TerminalQuestions
  private let family: TerminalFamily
  /// The graphics protocols that work.
  private var graphics: Set<GraphicsProtocol> = []
  private var reported: TerminalAnswers
  /// The rows whose joined emoji were as wide as they should be, and those where another was.
  private var rightRows: Set<Int> = []
  private var wrongRows: Set<Int> = []
  /// Whether the last reply is still due.
  private(set) var isPending: Bool

  /// - Parameter cell: the size of a cell, if the system knows it.
  init(_ questions: TerminalQuestions, family: TerminalFamily, cell: PixelSize? = nil) {
    self.questions = family == .silent ? [] : questions
    self.family = family
    reported = TerminalAnswers(cell: questions.contains(.graphics) ? cell : nil)
    isPending = !self.questions.isEmpty
  }

  /// The control sequences of the queries.
  var text: String {
    guard isPending else { return "" }
    var queries: [String] = []
    if questions.contains(.background), family != .withoutStrings {
      queries.append("\u{1B}]11;?\u{1B}\\")
    }
    if questions.contains(.graphics) {
      queries += GraphicsProtocol.allCases.compactMap { $0.query(for: family) }
      queries.append("\u{1B}[16t")
    }
    if questions.contains(.emoji), family.drawsEmoji { queries.append(Self.emojiQuery) }
    return queries.joined() + "\u{1B}[c"
  }

  /// Draws joined emoji, asks for the cursor's position after each, and erases them. Each has a row
  /// of its own, which tells the replies apart.
  private static let emojiQuery =
    emojiSamples.sorted { $0.key < $1.key }.map { row, sample in
      "\u{1B}[\(row);1H\(sample.text)\u{1B}[6n\u{1B}[\(row);1H\u{1B}[K"
    }.joined() + "\u{1B}[H"

  /// A sample of each kind of joined emoji, by its row. From the second row on, because a reply about
  /// the first one would be the same as the F3 key with a modifier.
  private static let emojiSamples: [Int: (text: String, kinds: JoinedEmoji.Kinds)] = [
    2: ("\u{1F469}\u{200D}\u{1F680}", []),
    3: ("\u{1F469}\u{1F3FD}\u{200D}\u{1F4BB}", .tones),
    4: ("\u{1F469}\u{200D}\u{2695}\u{FE0F}", .variations),
    5: ("\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F466}", .groups),
  ]
  /// The column after an emoji of two columns.
  private static let columnAfterEmoji = 3

  /// Records a reply. Ignores replies to other queries, and late ones.
  mutating func take(_ reply: TerminalReply) {
    guard isPending else { return }
    switch reply {
    case .background(let color) where questions.contains(.background): reported.background = color
    case .graphics(let graphics, true) where questions.contains(.graphics):
      self.graphics.insert(graphics)
    case .cell(let size) where questions.contains(.graphics): reported.cell = size
    case .cursor(let column, let row)
    where questions.contains(.emoji) && Self.emojiSamples[row] != nil:
      if column == Self.columnAfterEmoji { rightRows.insert(row) } else { wrongRows.insert(row) }
    case .attributes(let graphics):
      if questions.contains(.graphics) { self.graphics.formUnion(graphics) }
      isPending = false
    default: break
    }
  }

  /// Stops waiting for replies.
  mutating func expire() { isPending = false }

  /// The kinds of joined emoji that the terminal draws whole, in two columns, as far as it has said.
  /// Nil if it draws none so.
  var joinedEmoji: JoinedEmoji.Kinds? {
    let kinds = rightRows.subtracting(wrongRows).compactMap { Self.emojiSamples[$0]?.kinds }
    // Without the plainest kind, the others would be luck.
    return kinds.contains([]) ? JoinedEmoji.Kinds(kinds) : nil
  }

  /// The answers so far, with the best of the graphics protocols.
  var answers: TerminalAnswers {
    var answers = reported
    answers.graphics = GraphicsProtocol.allCases.first { graphics.contains($0) }
    return answers
  }
}

/// The queries that are safe for a kind of terminal. Some terminals print unknown queries as text.
package enum TerminalFamily: Hashable, Sendable {
  /// All queries: the terminal understands control strings, or ignores them.
  case full
  /// No APC, and so no query for kitty's graphics, because Terminal.app prints an APC.
  case withoutAPC
  /// No APC, and no question about what it draws: tmux and GNU screen take an APC for the window's
  /// title, and answer for themselves rather than for the terminal that draws. Pictures passed
  /// through to that terminal would have the wrong position, because it doesn't know panes and
  /// windows.
  case multiplexer
  /// Only control sequences, as DEC terminals understand them.
  case withoutStrings
  /// None, because the terminal wouldn't answer any.
  case silent

  /// Whether the terminal understands or ignores operating system commands (OSC).
  package var takesStrings: Bool { drawsEmoji || self == .multiplexer }

  /// Whether the terminal itself answers what it draws, and draws emoji.
  var drawsEmoji: Bool { self == .full || self == .withoutAPC }

  package init(environment: [String: String]) {
    let type = environment["TERM"] ?? ""
    let consoles = ["linux", "cons25", "dumb", "ansi", "sun", "hurd", "mach", "wsvt", "pcansi"]
    if consoles.contains(where: type.hasPrefix) || type.isEmpty {
      self = .silent
    } else if type.hasPrefix("vt") {
      self = .withoutStrings
    } else if type.hasPrefix("tmux") || type.hasPrefix("screen")
      || ["TMUX", "STY", "ZELLIJ"].contains(where: { !(environment[$0] ?? "").isEmpty })
    {
      self = .multiplexer
    } else if environment["TERM_PROGRAM"] == "Apple_Terminal" {
      self = .withoutAPC
    } else {
      self = .full
    }
  }
}
