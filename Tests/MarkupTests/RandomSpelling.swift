import TestSupport

/// Generates valid and invalid addresses as pages, files and people might spell them. The same seed
/// gives the same addresses.
struct RandomSpelling {
  private var chance: SeededRandom

  init(seed: UInt64) { chance = SeededRandom(seed: seed) }

  mutating func next() -> (text: String, base: String?) {
    // Node drops the empty query of a base, which the standard keeps.
    let base = one(in: 5) ? absolute().replacing("?", with: "?b") : nil
    var text = base != nil && !one(in: 4) ? relative() : absolute()
    if one(in: 20) { text = pick(Self.padding) + text + pick(Self.padding) }
    if one(in: 20) { text.insert(contentsOf: pick(["\t", "\n", "\r\n"]), at: place(in: text)) }
    return (text, base)
  }

  private mutating func absolute() -> String {
    let scheme =
      one(in: 25) ? pick(["ftp:", "javascript:", "", ":", "1http:"]) : pick(Self.schemes)
    let slashes = one(in: 10) ? pick(["", "/", "\\", "///", "/\\", "\\\\"]) : "//"
    let credentials = one(in: 10) ? "\(text(3)):\(text(3))@" : one(in: 15) ? text(4) + "@" : ""
    let port = one(in: 5) ? pick(Self.ports) : ""
    return scheme + slashes + credentials + host() + port + behindHost()
  }

  private mutating func relative() -> String {
    switch chance.below(8) {
    case 0: "//" + host() + behindHost()
    case 1: pick(["http:", "https:", "HTTPS:"]) + segments() + behindPath()
    case 2: pick(["", "\\", "/\\", "?", "#"]) + text(5)
    default: segments() + behindPath()
    }
  }

  private mutating func behindHost() -> String {
    (one(in: 6) ? "" : pick(["/", "/", "/", "\\"]) + segments()) + behindPath()
  }

  private mutating func segments() -> String {
    (0..<chance.below(5)).map { _ in (one(in: 4) ? pick(Self.dots) : text(5)) }
      .joined(separator: one(in: 8) ? "\\" : "/")
  }

  private mutating func behindPath() -> String {
    (one(in: 2) ? "?" + text(8) : "") + (one(in: 3) ? "#" + text(8) : "")
  }

  // MARK: - Hosts

  private mutating func host() -> String {
    switch chance.below(10) {
    case 0: number()
    case 1: "[\(literal())]"
    case 2, 3: international()
    case 4: label() + pick(["", ".", "..", "%2e", "%41", "%", "%zz", "\u{AD}"]) + label()
    case 5: text(6)
    default: label() + pick([".example", ".org", ".Co.UK", ""])
    }
  }

  private mutating func label() -> String {
    String((0...chance.below(6)).map { _ in pick(Array("abcxyzABC019-_")) })
  }

  private mutating func number() -> String {
    let forms = (0...chance.below(5)).map { _ -> String in
      let value = one(in: 8) ? chance.next() >> 28 : chance.next() % 300
      return switch chance.below(5) {
      case 0: "0x" + String(value, radix: 16)
      case 1: "0" + String(value, radix: 8)
      case 2: pick(["", "0", "08", "0x", "0xg", "1e", "a"])
      default: String(value)
      }
    }
    return forms.joined(separator: ".") + (one(in: 6) ? "." : "")
  }

  private mutating func literal() -> String {
    var pieces = (0..<(one(in: 2) ? 8 : chance.below(9))).map { _ in
      one(in: 3) ? "0" : String(chance.next() & 0xFFFF, radix: 16, uppercase: one(in: 2))
    }
    if one(in: 4) {
      pieces.append(pick(["1.2.3.4", "255.0.0.1", "256.1.1.1", "1.2.3", "01.2.3.4"]))
    }
    if one(in: 2) { pieces.insert("", at: chance.below(pieces.count + 1)) }
    if one(in: 5) { pieces.insert("", at: 0) }
    if one(in: 15) { pieces.append(pick(["", "g", "12345", "%25eth0", ":"])) }
    return pieces.joined(separator: ":")
  }

  /// Returns labels of one script each, as in real names. Right-to-left labels aren't mixed with
  /// others: if a name has one, UTS #46 (CheckBidi) demands more of every label, and Node doesn't
  /// check that.
  private mutating func international() -> String {
    let scripts = one(in: 6) ? Self.rightToLeft : Self.scripts
    let labels = (0...chance.below(2)).map { _ -> String in
      let letters = pick(scripts)
      return String((0...chance.below(5)).map { _ in pick(letters) })
    }
    return labels.joined(separator: pick([".", ".", "\u{3002}"])) + pick([".example", ".jp", ""])
  }

  // MARK: - Anything

  private mutating func text(_ limit: Int) -> String {
    (0..<chance.below(limit + 1)).map { _ -> String in
      switch chance.below(8) {
      case 0: String(Character(UnicodeScalar(UInt8(0x20 + chance.below(0x5F)))))
      case 1: "%" + hexDigit() + hexDigit()
      case 2: pick(["%", "%2", "%zz", "%%"])
      case 3: pick(Self.letters)
      case 4: pick(["|", "{", "}", "[", "]", "`", "\"", "'", "<", ">", " ", "~", "+", "&", "="])
      default: pick(["a", "b", "Z", "0", "-", "_", ".", "x=1", "q"])
      }
    }.joined()
  }

  private mutating func hexDigit() -> String { String(pick(Array("0123456789abcdefABCDEF"))) }

  private mutating func one(in count: Int) -> Bool { chance.below(count) == 0 }
  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[chance.below(values.count)]
  }
  private mutating func place(in text: String) -> String.Index {
    text.index(text.startIndex, offsetBy: chance.below(text.count + 1))
  }

  private static let schemes = ["http:", "https:", "https:", "https:", "HTTP:", "hTTpS:"]
  private static let padding = ["", " ", "  ", "\t", "\n", "\u{0}", "\u{1F}"]
  private static let ports = [
    ":", ":80", ":443", ":0443", ":8080", ":65535", ":65536", ":0", ":x", ":8a", ":-1",
    ":99999999999",
  ]
  private static let dots = [".", "..", "%2e", "%2E%2e", ".%2e", "...", "", "..a", "%2e."]
  private static let letters = [
    "\u{E9}", "\u{DF}", "\u{3B2}", "\u{436}", "\u{65E5}", "\u{3042}", "\u{1F642}",
    "\u{A0}", "\u{200B}", "\u{2028}", "\u{FEFF}", "e\u{301}", "\u{10FFFF}", "\u{7F}", "\u{80}",
    "\u{FFFD}",
  ]
  private static let scripts: [[Character]] = [
    Array("äöüÄßéñøıİç-ab1"), Array("αβγΔςσώ-"), Array("жцДяё-"), Array("日本語例え"), Array("한국어"),
    Array("हिन्दीभारत"), Array("ไทย"), Array("💩🙂☃♥"), Array("ｅｘＡｍ１．"), Array("℡ﬁ²Ⅳ"),
  ]
  private static let rightToLeft: [[Character]] = [Array("אבגד"), Array("ابتث")]
}

extension SeededRandom {
  fileprivate mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
}
