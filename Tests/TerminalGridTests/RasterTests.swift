import Foundation
import Testing

@testable import TerminalGrid

/// Icons in the pixels of their cells.
struct RasterTests {
  private static let cell = PixelSize(width: 10, height: 20)
  private static let place = GridSize(columns: 3, rows: 1)
  private typealias Color = (red: UInt8, green: UInt8, blue: UInt8, opacity: UInt8)

  private func raster(
    _ width: Int, _ height: Int, _ color: (_ x: Int, _ y: Int) -> [UInt8]
  ) throws -> Raster {
    let bytes = (0..<height).flatMap { y in (0..<width).flatMap { color($0, y) } }
    return try #require(Raster(size: PixelSize(width: width, height: height), bytes: bytes))
  }

  /// The pixels of an image as `[red, green, blue, opacity]`, by row and column.
  private func pixels(_ image: PixelImage) throws -> [[[UInt8]]] {
    let bytes = Array(try #require(Data(base64Encoded: Data(image.data))))
    return (0..<image.size.height).map { y in
      (0..<image.size.width).map { x in
        Array(bytes[(y * image.size.width + x) * 4..<(y * image.size.width + x + 1) * 4])
      }
    }
  }

  private static let red: [UInt8] = [255, 0, 0, 255]
  private static let clear: [UInt8] = [0, 0, 0, 0]

  @Test("a pixel of the smaller raster is the average of those that it covers")
  func scaled() throws {
    let source = try raster(4, 2) { x, _ in [x < 1 ? 200 : 0, 100, 0, 255] }
    let half = source.scaled(to: PixelSize(width: 2, height: 1))
    #expect(half.bytes == [100, 100, 0, 255, 0, 100, 0, 255])
    let third = source.scaled(to: PixelSize(width: 3, height: 1))
    #expect(third.bytes.prefix(4) == [150, 100, 0, 255])
    let larger = source.scaled(to: PixelSize(width: 8, height: 4))
    #expect(larger.bytes.prefix(12) == [200, 100, 0, 255, 200, 100, 0, 255, 0, 100, 0, 255])
  }

  @Test("the colour of a transparent pixel doesn't get into its neighbours")
  func transparency() throws {
    let source = try raster(2, 1) { x, _ in x == 0 ? [255, 255, 255, 0] : [200, 40, 0, 255] }
    let color = source.scaled(to: PixelSize(width: 1, height: 1)).color(at: 0)
    #expect(color == (199, 40, 0, 128))
  }

  @Test("an icon is square, in the middle of its place, and doesn't touch the rows around it")
  func place() throws {
    let icon = try raster(64, 64) { _, _ in Self.red }
    let picture = try #require(icon.icon(in: Self.place, of: Self.cell, for: .kitty))
    #expect(picture.size == Self.place)
    let image = try #require(picture.image)
    let pixels = try pixels(image)
    #expect(pixels.count == 20 && pixels[0].count == 30)
    for y in 0..<20 {
      for x in 0..<30 {
        let isInside = (1..<19).contains(y) && (6..<24).contains(x)
        #expect(pixels[y][x] == (isInside ? Self.red : Self.clear), "(\(x), \(y))")
      }
    }
  }

  @Test("an icon that isn't square keeps its proportions")
  func proportions() throws {
    let icon = try raster(40, 20) { _, _ in Self.red }
    let image = try #require(
      icon.icon(in: Self.place, of: Self.cell, for: .kitty)?.image)
    let rows = try pixels(image).map { row in row.count { $0 == Self.red } }
    #expect(rows.max() == 18 && rows.count { $0 == 18 } == 9)
  }

  @Test(
    "an icon that's only seen on some backgrounds gets a ground",
    arguments: [
      ([0, 0, 0], [255, 255, 255]), ([250, 250, 250], [32, 32, 32]), ([200, 80, 40], nil),
    ] as [([UInt8], [UInt8]?)])
  func ground(color: [UInt8], expected: [UInt8]?) throws {
    let icon = try raster(32, 32) { x, _ in x < 16 ? color + [255] : Self.clear }
    let image = try #require(
      icon.icon(in: Self.place, of: Self.cell, for: .kitty)?.image)
    let pixels = try pixels(image)
    #expect(pixels[10][20] == (expected.map { $0 + [255] } ?? Self.clear))
    #expect(pixels[10][10] == color + [255])
    #expect(pixels[0][0] == Self.clear)
  }

  @Test("an icon without a visible pixel is none")
  func invisible() throws {
    let icon = try raster(8, 8) { _, _ in [255, 255, 255, 20] }
    #expect(icon.icon(in: Self.place, of: Self.cell, for: .kitty) == nil)
    #expect(icon.icon(in: Self.place, of: Self.cell, for: .sixel) == nil)
  }

  @Test("a raster needs as many bytes as it has pixels, and not too many")
  func sizes() {
    #expect(Raster(size: PixelSize(width: 2, height: 1), bytes: [1, 2, 3, 4]) == nil)
    #expect(Raster(size: PixelSize(width: 0, height: 1), bytes: []) == nil)
    #expect(Raster(size: PixelSize(width: -1, height: -1), bytes: [1, 2, 3, 4]) == nil)
    #expect(Raster(size: PixelSize(width: 1 << 40, height: 1 << 40), bytes: []) == nil)
  }

  @Test(
    "icons fit cells of any size",
    arguments: [(2, 2), (3, 7), (5, 11), (8, 16), (9, 20), (20, 40), (200, 200)])
  func cells(width: Int, height: Int) throws {
    let icon = try raster(64, 64) { x, y in [UInt8(x * 4), UInt8(y * 4), 0, 255] }
    let cell = PixelSize(width: width, height: height)
    for graphics in GraphicsProtocol.allCases {
      let picture = try #require(icon.icon(in: Self.place, of: cell, for: graphics))
      #expect(picture.size == Self.place)
      #expect(picture.image?.size == PixelSize(width: 3 * width, height: height))
    }
  }

  @Test("sixels have the icon's colours, and nothing where it's transparent")
  func sixel() throws {
    let icon = try raster(64, 64) { x, y in
      x < 32 ? [255, UInt8(y * 2), 0, 255] : [0, 0, 255, 255]
    }
    let picture = try #require(icon.icon(in: Self.place, of: Self.cell, for: .sixel))
    let image = try #require(picture.image)
    #expect(image.data.allSatisfy { (0x21...0x7E).contains($0) })
    let pixels = SixelPixels(image)
    #expect(pixels.drawn.count == 18 * 18)
    #expect(pixels.drawn.keys.allSatisfy { (6..<24).contains($0.x) && (1..<19).contains($0.y) })
    #expect(pixels.drawn[.init(x: 20, y: 9)] == [0, 0, 100])
    let top = try #require(pixels.drawn[.init(x: 8, y: 1)])
    let bottom = try #require(pixels.drawn[.init(x: 8, y: 18)])
    #expect(top[0] == 100 && top[1] < 5 && bottom[1] > 45)
    #expect(pixels.highestRegister < 256)
  }

  @Test("an icon of many colours gets as many as a terminal has registers")
  func manyColors() throws {
    let icon = try raster(64, 64) { x, y in [UInt8(x * 4), UInt8(y * 4), UInt8(x ^ y), 255] }
    let cell = PixelSize(width: 40, height: 80)
    let image = try #require(icon.icon(in: Self.place, of: cell, for: .sixel)?.image)
    let pixels = SixelPixels(image)
    #expect(pixels.drawn.count == 78 * 78)
    #expect((50..<256).contains(pixels.highestRegister))
  }
}

/// What sixels draw.
private struct SixelPixels {
  struct Point: Hashable {
    var x: Int
    var y: Int
  }

  /// The colours in percent.
  private(set) var drawn: [Point: [Int]] = [:]
  private(set) var highestRegister = 0

  init(_ image: PixelImage) {
    var colors: [Int: [Int]] = [:]
    var (color, x, band) = (0, 0, 0)
    var rest = Array(image.data)[...]
    func numbers() -> [Int] {
      let text = rest.prefix { (0x30...0x39).contains($0) || $0 == 0x3B }
      rest = rest[text.endIndex...]
      return String(decoding: text, as: UTF8.self).split(separator: ";").compactMap { Int($0) }
    }
    while let byte = rest.popFirst() {
      switch Character(UnicodeScalar(byte)) {
      case "\"": _ = numbers()
      case "#":
        let parts = numbers()
        color = parts[0]
        highestRegister = max(highestRegister, color)
        if parts.count == 5 { colors[color] = Array(parts[2...]) }
      case "$": x = 0
      case "-": (x, band) = (0, band + 1)
      default:
        let count = byte == 0x21 ? numbers()[0] : 1
        let bits = Int(byte == 0x21 ? rest.popFirst() ?? 0x3F : byte) - 0x3F
        for column in x..<x + count {
          for y in 0..<6 where bits >> y & 1 == 1 {
            drawn[Point(x: column, y: band * 6 + y)] = colors[color]
          }
        }
        x += count
      }
    }
  }
}
