import Foundation
import TestSupport
import Testing

@testable import LinkPreview

struct WindowsIconTests {
  /// The bytes of a number, the lowest first.
  private static func little(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(number >> (8 * $0) & 0xFF) }
  }

  /// An ICO file with images of some sides and depths.
  private static func file(_ images: [(side: Int, depth: Int, bytes: [UInt8])]) -> Data {
    var position = 6 + 16 * images.count
    var list: [UInt8] = []
    for image in images {
      list += [UInt8(image.side & 0xFF), UInt8(image.side & 0xFF), 0, 0] + little(1, 2)
      list += little(image.depth, 2) + little(image.bytes.count, 4) + little(position, 4)
      position += image.bytes.count
    }
    return Data([0, 0, 1, 0] + little(images.count, 2) + list + images.flatMap(\.bytes))
  }

  /// A bitmap of two by two pixels.
  private static func bitmap(
    depth: Int, palette: [UInt8] = [], rows: [[UInt8]], mask: [[UInt8]]? = [[0], [0]]
  ) -> [UInt8] {
    let header =
      little(40, 4) + little(2, 4) + little(4, 4) + little(1, 2) + little(depth, 2) + little(0, 4)
      + little(0, 4) + little(0, 8) + little(palette.count / 4, 4) + little(0, 4)
    func padded(_ row: [UInt8]) -> [UInt8] {
      row + [UInt8](repeating: 0, count: (4 - row.count % 4) % 4)
    }
    return header + palette + rows.reversed().flatMap(padded)
      + (mask ?? []).reversed().flatMap(padded)
  }

  private static let (red, green, blue): ([UInt8], [UInt8], [UInt8]) = (
    [255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255]
  )
  private static let clearGreen: [UInt8] = [0, 255, 0, 0]
  /// Blue, green, red and an unused byte.
  private static let palette: [UInt8] = [0, 0, 255, 0, 0, 255, 0, 0, 255, 0, 0, 0]
  private static let expected = WindowsIcon.bitmap(
    width: 2, height: 2, pixels: red + clearGreen + blue + red)
  private static let mask: [[UInt8]] = [[0b0100_0000], [0]]

  @Test(
    "bitmaps of every depth are read, with their mask",
    arguments: [
      bitmap(
        depth: 32, rows: [[0, 0, 255, 255, 0, 255, 0, 0], [255, 0, 0, 255, 0, 0, 255, 255]],
        mask: nil),
      // Without opacities, the mask counts.
      bitmap(
        depth: 32, rows: [[0, 0, 255, 0, 0, 255, 0, 0], [255, 0, 0, 0, 0, 0, 255, 0]], mask: mask),
      bitmap(depth: 24, rows: [[0, 0, 255, 0, 255, 0], [255, 0, 0, 0, 0, 255]], mask: mask),
      bitmap(depth: 8, palette: palette, rows: [[0, 1], [2, 0]], mask: mask),
      bitmap(depth: 4, palette: palette, rows: [[0x01], [0x20]], mask: mask),
    ])
  func depths(bitmap: [UInt8]) {
    let icon = WindowsIcon(data: Self.file([(2, 32, bitmap)]), side: 2)
    #expect(icon == Self.expected)
  }

  @Test("a bitmap of two colours is read")
  func oneBit() {
    let bitmap = Self.bitmap(
      depth: 1, palette: Array(Self.palette.prefix(8)), rows: [[0b0100_0000], [0b1000_0000]])
    #expect(
      WindowsIcon(data: Self.file([(2, 1, bitmap)]), side: 2)
        == .bitmap(width: 2, height: 2, pixels: Self.red + Self.green + Self.green + Self.red))
  }

  private static let png = PNG.file(width: 2, height: 2) { _, _ in (1, 2, 3) }

  @Test(
    "the smallest image that's large enough is chosen, or else the largest",
    arguments: [(16, 1), (17, 2), (32, 2), (33, 3), (256, 4), (300, 4)])
  func choice(side: Int, number: UInt8) {
    func image(_ number: UInt8) -> [UInt8] { Self.png + [number] }
    let file = Self.file([
      (256, 32, image(4)), (16, 4, image(0)), (32, 32, image(2)), (48, 32, image(3)),
      (16, 32, image(1)),
    ])
    #expect(WindowsIcon(data: file, side: side) == .png(Data(image(number))))
  }

  @Test("an image that can't be read is passed over")
  func broken() {
    let broken = Self.bitmap(depth: 8, palette: Self.palette, rows: [[0, 9], [2, 0]])
    let file = Self.file([(32, 8, broken), (16, 32, Self.png)])
    #expect(WindowsIcon(data: file, side: 32) == .png(Data(Self.png)))
    #expect(WindowsIcon(data: Self.file([(32, 8, broken)]), side: 32) == nil)
    #expect(WindowsIcon(data: Self.file([]), side: 32) == nil)
    #expect(WindowsIcon(data: Data(Self.png), side: 32) == nil)
  }

  @Test("a shortened or changed file does no harm")
  func hostile() {
    let bitmap = Self.bitmap(
      depth: 8, palette: Self.palette, rows: [[0, 1], [2, 0]], mask: Self.mask)
    let whole = Self.file([(2, 8, bitmap), (16, 32, Self.png)])
    for count in 0..<whole.count { _ = WindowsIcon(data: whole.prefix(count), side: 2) }
    for index in 0..<min(whole.count, 90) {
      for value in [0, 1, 2, 0x7F, 0x80, 0xFF] as [UInt8] {
        var changed = whole
        changed[index] = value
        switch WindowsIcon(data: changed, side: 2) {
        case .bitmap(let width, let height, let pixels)?:
          #expect(pixels.count == width * height * 4)
        case .png?, nil: break
        }
      }
    }
  }
}
