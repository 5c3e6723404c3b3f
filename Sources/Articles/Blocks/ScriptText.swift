/// Writes the content of `sup` and `sub` in a line of text: a power or an index as in formulas, so
/// that 2ⁿ doesn't become 2n, and anything else as it is. Pages raise the marks of notes, ordinals
/// and trademark signs, too.
struct ScriptText {
  private let content: String
  private let isAbove: Bool
  private let base: Base
  /// The word or number before the script.
  private let word: Substring

  /// What a script is attached to.
  private enum Base {
    /// Nothing, white space or punctuation.
    case none
    /// A letter, a short number or a bracket, as in formulas.
    case short
    /// A word or a longer number.
    case long
  }

  /// - Parameters:
  ///   - content: the text of the element, without white space at its ends.
  ///   - line: the text before the element in its line, or the end of it.
  ///   - isNested: whether the element is inside another one of its kind.
  /// - Returns: nil if the content stays as it is.
  static func text(
    _ content: String, isAbove: Bool, after line: String, isNested: Bool
  ) -> String? {
    ScriptText(content, isAbove: isAbove, after: line).text(isNested: isNested)
  }

  private init(_ content: String, isAbove: Bool, after line: String) {
    self.content = content
    self.isAbove = isAbove
    let last = line.last
    if last?.isLetter == true {
      word = Self.suffix(of: line) { $0.isLetter && !FormulaScripts.isRaised($0) }
      base = word.count < 2 ? .short : .long
    } else if last?.isWholeNumber == true, last?.isASCII == true {
      word = Self.suffix(of: line) { $0.isASCII && $0.isWholeNumber }
      base = word.count < 3 ? .short : .long
    } else {
      word = ""
      let isApart = last.map { $0.isWhitespace || ".,;:!?…\"'“”„«»‘’-–—".contains($0) } ?? true
      base = isApart ? .none : .short
    }
  }

  /// The end of a line, which nobody needs to know beyond a few characters.
  private static func suffix(
    of line: String, while isPart: (Character) -> Bool
  ) -> Substring {
    var start = line.endIndex
    for _ in 0..<12 where start > line.startIndex {
      let before = line.index(before: start)
      guard isPart(line[before]) else { break }
      start = before
    }
    return line[start...]
  }

  private func text(isNested: Bool) -> String? {
    guard content.count <= Self.longest, !content.hasPrefix("["), !isSign else { return nil }
    let letters = content.split { !$0.isLetter }
    let isWord = letters.contains { $0.count > 2 }
    let raised =
      isWord || isAbove && isNested
      ? nil : isAbove ? FormulaScripts.superscript(content) : FormulaScripts.subscript(content)
    if base == .none { return content.contains(where: \.isNumber) ? raised : nil }
    guard isAbove ? !isAbbreviation : base == .short || letters.count < 2 || hasOperator else {
      return nil
    }
    if isAbove, base == .long {
      // The letters of an abbreviation, a label, or several marks of notes.
      let isLetters = content.allSatisfy(\.isLetter)
      if isLetters ? content.count > 1 : raised == nil && !hasOperator && !isPoint { return nil }
    }
    if content.contains(where: \.isIdeograph) { return nil }
    return raised
      ?? (isAbove
        ? FormulaScripts.above(content, isWord: isWord, isNested: isNested)
        : FormulaScripts.below(content, isWord: isWord))
  }

  /// Longer texts are small print.
  private static let longest = 40

  /// Whether the content is a trademark, signs of notes or the rest of a price, which are raised by
  /// themselves.
  private var isSign: Bool {
    ["TM", "SM", "(TM)", "(SM)", "(R)", "(C)"].contains(content)
      || content.first.map { ".,".contains($0) } ?? true
      || content.contains(where: \.isCurrencySymbol)
      || content.allSatisfy { !$0.isLetter && !$0.isNumber && !"+-−∞()".contains($0) }
      || content.last.map { "*∗⁎†‡®™℠©°".contains($0) } ?? true
        && content.dropLast().allSatisfy(\.isNumber)
  }

  private var hasOperator: Bool {
    content.contains { "+−*/·×÷^=<>≤≥→∞√±()".contains($0) }
      || content.hasPrefix("-") || content.contains("-") && content.contains(where: \.isLetter)
  }

  /// Whether the content is a number with a decimal point. A comma separates the marks of notes.
  private var isPoint: Bool { content.isDecimal(marks: ".") && content.contains(".") }

  /// Whether the content ends an ordinal or an abbreviated word, as in 1st, XIXᵉ and Mᵐᵉ.
  private var isAbbreviation: Bool {
    let ending = content.filter { $0 != "." }
    let isNumber = word.first?.isWholeNumber == true
    if isNumber || word.count > 1 && word.allSatisfy({ "IVXLCDM".contains($0) }) {
      return Self.ordinals.contains(ending.lowercased())
    }
    guard word.count == 1, word.first?.isUppercase == true else { return false }
    return Self.abbreviations.contains(String(ending))
      || ending.count > 1
        && "IVX".contains(word) && Self.ordinals.contains(String(ending))
  }

  private static let ordinals = Set(
    """
    st nd rd th er ère ere re e ème eme è ième ieme nde ers ères res es o os as ro do to mo vo no \
    ra da ta ma va na ste de te
    """.split(separator: " ").map(String.init))
  private static let abbreviations: Set = [
    "me", "mes", "lle", "lles", "gr", "grs", "ie", "te", "re",
  ]
}

extension Character {
  /// Whether it's of a script whose words have no spaces between them.
  fileprivate var isIdeograph: Bool {
    unicodeScalars.first.map { (0x2E80...0xD7AF).contains($0.value) } ?? false
  }
}
