import TestSupport
import Testing

@testable import Links

/// Merging has to give the same links whatever happened to the logs on their way.
@Suite("Merging of operations")
struct MergeTests {
  private static let devices = ["anna", "ben", "cara"]
  private static let tags = ["swift", "Swift", "tools", "later"]

  /// A random operation. Times are drawn from few, so that many are equal.
  private static func operation(using random: inout SeededRandom) -> SyncOperation {
    let time = SyncTime(
      milliseconds: .random(in: 0..<6, using: &random), count: .random(in: 0..<2, using: &random),
      device: devices.randomElement(using: &random) ?? "")
    var operation = SyncOperation(address: "https://example.org/", time: time, fields: [:])
    for field in SyncField.named where Int.random(in: 0..<4, using: &random) == 0 {
      operation.fields[field] =
        [SyncValue.none, .date(.random(in: 0..<3, using: &random)), .text("a"), .text("b")]
        .randomElement(using: &random)
    }
    for tag in tags.shuffled(using: &random).prefix(.random(in: 0..<3, using: &random)) {
      if Bool.random(using: &random) {
        operation.append(tag, at: operation.tagOrder.count)
      } else {
        operation.fields[.tag(tag.lowercased())] = SyncValue.none
      }
    }
    return operation
  }

  private static func operations(_ count: Int, using random: inout SeededRandom) -> [SyncOperation]
  {
    (0..<count).map { _ in operation(using: &random) }
  }

  private static func merged(_ operations: [SyncOperation]) -> LinkRegisters {
    operations.reduce(into: LinkRegisters()) { $0.merge($1) }
  }

  @Test("is associative, commutative and idempotent", arguments: [UInt64.random(in: 0 ... .max)])
  func laws(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<5_000 {
      let operations = Self.operations(.random(in: 1..<12, using: &random), using: &random)
      let whole = Self.merged(operations)
      #expect(Self.merged(operations.shuffled(using: &random)) == whole)
      #expect(Self.merged(operations + operations.shuffled(using: &random)) == whole)
      let cut = Int.random(in: 0...operations.count, using: &random)
      var first = Self.merged(Array(operations[..<cut]))
      var second = Self.merged(Array(operations[cut...]))
      let (a, b) = (first, second)
      first.merge(b)
      second.merge(a)
      #expect(first == whole && second == whole)
      first.merge(first)
      #expect(first == whole && first.tags == whole.tags && first.exists == whole.exists)
    }
  }

  @Test(
    "registers written as operations give the same registers",
    arguments: [UInt64.random(in: 0 ... .max)])
  func roundTrip(seed: UInt64) {
    var random = SeededRandom(seed: seed)
    for _ in 0..<2_000 {
      let whole = Self.merged(Self.operations(10, using: &random))
      let again = Self.merged(whole.operations(on: "https://example.org/").shuffled(using: &random))
      #expect(again == whole && again.exists == whole.exists)
    }
  }

  private static func set(
    _ field: SyncField, _ value: SyncValue, at milliseconds: Int64, on device: String = "anna"
  ) -> SyncOperation {
    var tags: [String] = []
    if field.isTag, case .text(let tag) = value { tags = [tag] }
    return SyncOperation(
      address: "https://example.org/", time: .init(milliseconds: milliseconds, device: device),
      fields: [field: value], tagOrder: tags)
  }

  @Test("a tag added on one device and another removed on a second: both wishes are kept")
  func tags() {
    let registers = Self.merged([
      Self.set(.tag("swift"), .text("Swift"), at: 1), Self.set(.tag("old"), .text("old"), at: 2),
      Self.set(.tag("new"), .text("new"), at: 3, on: "ben"),
      Self.set(.tag("old"), .none, at: 3, on: "cara"),
    ])
    #expect(registers.tags == ["Swift", "new"])
  }

  @Test(
    "a link exists if it was saved, and not deleted for good after its last edit",
    arguments: [
      ([], false), ([(.note, 5)], false), ([(.saved, 1)], true),
      ([(.saved, 1), (.deletedOrMoved, 1)], false),
      ([(.saved, 1), (.removed, 2), (.deletedOrMoved, 2)], false),
      ([(.saved, 1), (.deletedOrMoved, 2), (.note, 3)], true),
      ([(.saved, 1), (.deletedOrMoved, 2), (.tag("x"), 3)], true),
      ([(.saved, 1), (.deletedOrMoved, 2), (.opened, 3), (.checked, 3), (.metadata, 3)], false),
      ([(.deletedOrMoved, 2), (.saved, 3)], true),
    ] as [([(SyncField, Int64)], Bool)])
  func exists(_ fields: [(SyncField, Int64)], _ exists: Bool) {
    let registers = Self.merged(fields.map { Self.set($0, .date(7), at: $1) })
    #expect(registers.exists == exists)
  }
}
