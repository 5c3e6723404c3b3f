import RayletteApp
import TerminalGrid

/// The questions for a terminal.
public struct TerminalQuestions: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The colour of the terminal's background.
  public static let background = TerminalQuestions(rawValue: 1)
  /// The terminal's graphics protocols, and the size of a cell in pixels.
  public static let graphics = TerminalQuestions(rawValue: 2)
  /// Whether the terminal draws joined emoji whole, in two columns. Only for a terminal whose screen
  /// is drawn afterwards, because it's asked to draw one.
  public static let emoji = TerminalQuestions(rawValue: 4)
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
  /// Whether the terminal draws joined emoji whole, in two columns.
  private(set) var joinsEmoji = false
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
    if questions.contains(.emoji), family.takesStrings { queries.append(Self.emojiQuery) }
    return queries.joined() + "\u{1B}[c"
  }

  /// Draws a joined emoji, asks for the cursor's position, and erases the emoji. On the second row,
  /// because a reply about the first one would be the same as the F3 key with a modifier.
  private static let emojiQuery =
    "\u{1B}[\(emojiRow);1H\u{1F469}\u{200D}\u{1F680}\u{1B}[6n\u{1B}[\(emojiRow);1H\u{1B}[K\u{1B}[H"
  private static let emojiRow = 2
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
    case .cursor(let column, Self.emojiRow) where questions.contains(.emoji):
      joinsEmoji = column == Self.columnAfterEmoji
    case .attributes(let graphics):
      if questions.contains(.graphics) { self.graphics.formUnion(graphics) }
      isPending = false
    default: break
    }
  }

  /// Stops waiting for replies.
  mutating func expire() { isPending = false }

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
  /// No APC, and so no query for kitty's graphics. tmux and GNU screen take an APC for the window's
  /// title. Pictures passed through to the outer terminal would have the wrong position, because
  /// that terminal doesn't know panes and windows. Terminal.app prints an APC.
  case withoutAPC
  /// Only control sequences, as DEC terminals understand them.
  case withoutStrings
  /// None, because the terminal wouldn't answer any.
  case silent

  /// Whether the terminal understands or ignores operating system commands (OSC).
  package var takesStrings: Bool { self == .full || self == .withoutAPC }

  package init(environment: [String: String]) {
    let type = environment["TERM"] ?? ""
    let consoles = ["linux", "cons25", "dumb", "ansi", "sun", "hurd", "mach", "wsvt", "pcansi"]
    if consoles.contains(where: type.hasPrefix) || type.isEmpty {
      self = .silent
    } else if type.hasPrefix("vt") {
      self = .withoutStrings
    } else if type.hasPrefix("tmux") || type.hasPrefix("screen")
      || ["TMUX", "STY"].contains(where: { !(environment[$0] ?? "").isEmpty })
      || environment["TERM_PROGRAM"] == "Apple_Terminal"
    {
      self = .withoutAPC
    } else {
      self = .full
    }
  }
}
