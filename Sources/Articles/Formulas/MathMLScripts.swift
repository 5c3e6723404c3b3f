import Foundation

/// Writes MathML's superscripts, subscripts and limits.
enum MathMLScripts {
  typealias Part = MathMLReader.Part

  /// `msub`, `msup`, `msubsup` and `mmultiscripts`.
  static func part(_ frame: MathMLReader.Frame) -> Part {
    let parts = frame.parts
    guard let base = parts.first, parts.count > 1 else {
      return Part(tex: MathMLWriter.row(parts))
    }
    switch frame.element {
    case .msub: return Part(tex: braced(base) + script("_", parts[1]), symbol: base.symbol)
    case .msup: return Part(tex: braced(base) + script("^", parts[1]), symbol: base.symbol)
    case .msubsup:
      let above = parts.count > 2 ? script("^", parts[2]) : ""
      return Part(tex: braced(base) + script("_", parts[1]) + above, symbol: base.symbol)
    default:
      let rest = parts.dropFirst()
      let after = rest.prefix { $0.element != .mprescripts }
      let before = rest.dropFirst(after.count + 1)
      let lead = before.isEmpty ? "" : "{}" + scripts(before)
      return Part(tex: lead + braced(base) + scripts(after))
    }
  }

  /// Writes pairs of scripts, each below and above.
  private static func scripts(_ parts: ArraySlice<Part>) -> String {
    parts.enumerated().reduce(into: "") { output, item in
      output += script(item.offset.isMultiple(of: 2) ? "_" : "^", item.element)
    }
  }

  private static func script(_ mark: String, _ part: Part) -> String {
    part.tex.isEmpty ? "" : "\(mark){\(part.tex)}"
  }

  private static func braced(_ base: Part) -> String {
    base.isAtom || base.tex.hasPrefix("\\left") && base.tex.utf8.count < 200 && base.isOnePair
      ? base.tex : "{\(base.tex)}"
  }

  /// `munder`, `mover` and `munderover`.
  static func limits(_ frame: MathMLReader.Frame) -> Part {
    let parts = frame.parts
    guard let base = parts.first, parts.count > 1 else {
      return Part(tex: MathMLWriter.row(parts))
    }
    let below = frame.element == .mover ? nil : parts[1]
    let above = frame.element == .munder ? nil : parts.last
    if takesLimits(base) {
      return Part(
        tex: base.tex + (below.map { script("_", $0) } ?? "")
          + (above.map { script("^", $0) } ?? ""), symbol: base.symbol)
    }
    var tex = base.tex
    var isAtom = base.isAtom
    if let below {
      tex =
        MathMLAccents.below[below.symbol ?? ""].map { "\\\($0){\(tex)}" }
        ?? (below.tex.isEmpty ? tex : "\\underset{\(below.tex)}{\(tex)}")
      isAtom = true
    }
    if let above {
      let isShort = base.symbol?.count == 1 || base.tex.count == 1
      let accents = isShort ? MathMLAccents.above : MathMLAccents.wide
      tex =
        accents[above.symbol ?? ""].map { "\\\($0){\(tex)}" }
        ?? (above.tex.isEmpty ? tex : "\\overset{\(above.tex)}{\(tex)}")
      isAtom = true
    }
    return Part(tex: tex, isAtom: isAtom)
  }

  /// Whether scripts of this base are limits, as with a sum.
  private static func takesLimits(_ base: Part) -> Bool {
    let name = base.tex.dropFirst()
    return base.tex.hasPrefix("\\")
      && (TeXSymbol.named(String(name))?.kind == .largeOperator
        || TeXSymbol.functions.contains(String(name))
        || ["\\underbrace", "\\overbrace", "\\operatorname"].contains { base.tex.hasPrefix($0) })
  }
}

extension MathMLReader.Part {
  /// Whether it's one pair of brackets, with no brackets of the same kind inside.
  fileprivate var isOnePair: Bool {
    let pieces = tex.components(separatedBy: "\\left")
    return pieces.count == 2 && tex.components(separatedBy: "\\right").count == 2
      && tex.dropLast().hasSuffix("\\right")
  }
}

/// The commands of accents, by the characters that MathML has for them.
enum MathMLAccents {
  static let above = [
    "^": "hat", "ˆ": "hat", "̂": "hat", "¯": "bar", "‾": "bar", "̅": "bar", "ˉ": "bar",
    "~": "tilde", "˜": "tilde", "̃": "tilde", "∼": "tilde", "→": "vec", "⃗": "vec", "⟶": "vec",
    "˙": "dot", "̇": "dot", ".": "dot", "¨": "ddot", "̈": "ddot", "⃛": "dddot", "ˇ": "check",
    "˘": "breve", "´": "acute", "`": "grave", "˚": "mathring", "_": "bar", "―": "bar", "─": "bar",
    "⏞": "overbrace", "←": "overleftarrow", "↔": "overleftrightarrow",
  ]
  /// The accents over several characters.
  static let wide = above.merging([
    "^": "widehat", "ˆ": "widehat", "~": "widetilde", "˜": "widetilde", "¯": "overline",
    "‾": "overline", "̅": "overline", "ˉ": "overline", "_": "overline", "―": "overline",
    "─": "overline", "→": "overrightarrow", "⃗": "overrightarrow",
  ]) { $1 }
  static let below = [
    "_": "underline", "̲": "underline", "¯": "underline", "―": "underline", "─": "underline",
    "⏟": "underbrace",
  ]
}
