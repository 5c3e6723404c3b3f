/// Which of a text's forms belongs to a number. Evaluates the expression of the header field
/// `Plural-Forms`, which gettext's manual describes in "Additional functions for plural forms".
struct PluralRule: Sendable, Equatable {
  /// One form for 1, and one for any other number.
  static let germanic = PluralRule(
    value: .operation(.notEqual, .number, .constant(1)))

  private indirect enum Expression: Sendable, Equatable {
    case number
    case constant(Int)
    case operation(Operator, Expression, Expression)
    case choice(Expression, Expression, Expression)
  }

  private enum Operator: String, Sendable {
    case or = "||"
    case and = "&&"
    case equal = "=="
    case notEqual = "!="
    case atMost = "<="
    case atLeast = ">="
    case less = "<"
    case greater = ">"
    case remainder = "%"

    /// The operators from those that bind least to those that bind most.
    static let levels: [[Operator]] = [
      [.or], [.and], [.equal, .notEqual], [.atMost, .atLeast, .less, .greater], [.remainder],
    ]

    func callAsFunction(_ a: Int, _ b: Int) -> Int {
      switch self {
      case .or: a != 0 || b != 0 ? 1 : 0
      case .and: a != 0 && b != 0 ? 1 : 0
      case .equal: a == b ? 1 : 0
      case .notEqual: a != b ? 1 : 0
      case .atMost: a <= b ? 1 : 0
      case .atLeast: a >= b ? 1 : 0
      case .less: a < b ? 1 : 0
      case .greater: a > b ? 1 : 0
      case .remainder: b == 0 ? 0 : a % b
      }
    }
  }

  private let value: Expression

  private init(value: Expression) { self.value = value }

  /// The rule of a file's header.
  /// - Returns: nil if the header has none, or one that isn't valid.
  init?(header: String) {
    // Searching the text itself would take as long as all else at start.
    let (bytes, name) = (Array(header.utf8), Array("plural=".utf8))
    guard let field = bytes.indices.first(where: { bytes[$0...].starts(with: name) }) else {
      return nil
    }
    let end = [UInt8(ascii: ";"), UInt8(ascii: "\n")]
    let expression = bytes[(field + name.count)...].prefix { !end.contains($0) }
    var parser = Parser(String(decoding: expression, as: UTF8.self)[...])
    guard let value = parser.choice(), parser.isAtEnd else { return nil }
    self.value = value
  }

  /// Returns the number of the form, from 0.
  func form(of count: Int) -> Int {
    max(0, Self.evaluate(value, Int(clamping: count.magnitude)))
  }

  private static func evaluate(_ expression: Expression, _ number: Int) -> Int {
    switch expression {
    case .number: number
    case .constant(let value): value
    case .operation(let operation, let a, let b):
      operation(evaluate(a, number), evaluate(b, number))
    case .choice(let condition, let a, let b):
      evaluate(evaluate(condition, number) == 0 ? b : a, number)
    }
  }

  private struct Parser {
    private var rest: Substring

    init(_ text: Substring) { rest = text.filter { !$0.isWhitespace }[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func choice() -> Expression? {
      guard let condition = operation(0) else { return nil }
      guard skip("?") else { return condition }
      guard let a = choice(), skip(":"), let b = choice() else { return nil }
      return .choice(condition, a, b)
    }

    private mutating func operation(_ level: Int) -> Expression? {
      guard level < Operator.levels.count else { return value() }
      guard var left = operation(level + 1) else { return nil }
      while let next = Operator.levels[level].first(where: { rest.hasPrefix($0.rawValue) }) {
        rest.removeFirst(next.rawValue.count)
        guard let right = operation(level + 1) else { return nil }
        left = .operation(next, left, right)
      }
      return left
    }

    private mutating func value() -> Expression? {
      if skip("(") {
        guard let inner = choice(), skip(")") else { return nil }
        return inner
      }
      if skip("n") { return .number }
      let digits = rest.prefix(while: \.isNumber)
      rest.removeFirst(digits.count)
      return Int(digits).map { .constant($0) }
    }

    private mutating func skip(_ character: Character) -> Bool {
      guard rest.first == character else { return false }
      rest.removeFirst()
      return true
    }
  }
}
