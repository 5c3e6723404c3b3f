/// Damages samples at random, the same in each run: bytes are changed, removed and repeated, tokens
/// that parsers care about are inserted, and pieces of other samples are spliced in.
public struct Mutations: Sendable {
  private let samples: [[UInt8]]
  private let tokens: [[UInt8]]
  private var random: SeededRandom

  /// - Parameter tokens: what the parser under test has rules for.
  public init(of samples: [[UInt8]], tokens: [String], seed: UInt64 = 1) {
    self.samples = samples
    self.tokens =
      tokens.map { Array($0.utf8) } + [[0], [0xFF], [0xC3], [0xE2, 0x80], [0xEF, 0xBB]]
    random = SeededRandom(seed: seed)
  }

  public init(of samples: [String], tokens: [String], seed: UInt64 = 1) {
    self.init(of: samples.map { Array($0.utf8) }, tokens: tokens, seed: seed)
  }

  /// Returns the next damaged sample.
  public mutating func next() -> [UInt8] {
    var bytes = samples.randomElement(using: &random) ?? []
    for _ in 0..<Int.random(in: 1...8, using: &random) { damage(&bytes) }
    return bytes
  }

  private mutating func damage(_ bytes: inout [UInt8]) {
    let place = Int.random(in: 0...bytes.count, using: &random)
    let end = min(bytes.count, place + Int.random(in: 1...40, using: &random))
    switch Int.random(in: 0..<7, using: &random) {
    case 0: bytes.replaceSubrange(place..<end, with: [])
    case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
    case 2: bytes.insert(contentsOf: tokens.randomElement(using: &random) ?? [], at: place)
    case 3: bytes.removeSubrange(place...)
    case 4:
      let other = samples.randomElement(using: &random) ?? []
      let start = Int.random(in: 0...other.count, using: &random)
      bytes.insert(contentsOf: other[start...].prefix(60), at: place)
    default:
      if place < bytes.count { bytes[place] = .random(in: .min ... .max, using: &random) }
    }
  }
}
