import TerminalGrid
import Testing

/// What a program that decodes hostile images may send to the terminal.
struct PixelImageTests {
  private static let cell = PixelSize(width: 4, height: 8)
  private static let limit = GridSize(columns: 3, rows: 2)

  private func kitty(_ text: String) throws -> PixelImage {
    try PixelImage(chafa: Array(text.utf8), as: .kitty, limit: Self.limit, cell: Self.cell)
  }

  private func sixel(_ text: String) throws -> PixelImage {
    try PixelImage(chafa: Array(text.utf8), as: .sixel, limit: Self.limit, cell: Self.cell)
  }

  /// Base64 of zeros.
  private static func zeros(_ count: Int) -> String {
    let rest = [0: "", 1: "AA==", 2: "AAA="][count % 3] ?? ""
    return String(repeating: "A", count: count / 3 * 4) + rest
  }

  @Test("an image is padded to whole cells, in the middle")
  func padding() throws {
    // One opaque white pixel.
    let image = try kitty(
      "\u{1B}_Ga=T,f=32,s=1,v=1,c=1,r=1,m=1\u{1B}\\\u{1B}_Gm=0;/////w==\u{1B}\\\n")
    #expect(image.size == Self.cell && image.graphics == .kitty)
    let before = 4 * (3 * 4 + 1)
    let bytes = [UInt8](repeating: 0, count: before) + [255, 255, 255, 255]
    let expected = bytes + [UInt8](repeating: 0, count: 128 - bytes.count)
    #expect(image.data == Array(base64(expected).utf8))
    #expect(Picture(image, cell: Self.cell).size == GridSize(columns: 1, rows: 1))
    // Without opacity, the pixel is opaque.
    #expect(try kitty("\u{1B}_Ga=T,f=24,s=1,v=1;////\u{1B}\\") == image)
    // Each chunk has its own padding.
    let chunks = "\u{1B}_Ga=T,f=24,s=1,v=1,m=1;/w==\u{1B}\\\u{1B}_Gm=0;//8=\u{1B}\\"
    #expect(try kitty(chunks) == image)
    let full = try kitty("\u{1B}_Ga=t,f=32,s=12,v=16,q=2;\(Self.zeros(12 * 16 * 4))\u{1B}\\")
    #expect(full.size == PixelSize(width: 12, height: 16))
  }

  private func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let chunk = bytes[start..<min(start + 3, bytes.count)]
      let padded = Array(chunk) + Array(repeating: 0, count: 3 - chunk.count)
      let number = Int(padded[0]) << 16 | Int(padded[1]) << 8 | Int(padded[2])
      for index in 0..<4 {
        text.append(index <= chunk.count ? alphabet[number >> (18 - 6 * index) & 63] : "=")
      }
    }
    return text
  }

  private static let pixel = "\u{1B}_Ga=T,f=32,s=1,v=1;AAAAAA==\u{1B}\\"

  @Test(
    "anything but one image is refused",
    arguments: [
      "", "x", "\u{1B}", "\u{1B}_G", pixel + pixel, pixel + "x", "x" + pixel, pixel + "\u{1B}[2J",
      "\u{1B}[H" + pixel, "\u{1B}_Ga=T,f=32,s=1,v=1,m=1;AAAAAA==\u{1B}\\",
      "\u{1B}_Ga=T,f=32,s=1,v=1;AAAA\u{1B}\\", "\u{1B}_Ga=T,f=32,s=1,v=1;AAAAAAA=\u{1B}\\",
      "\u{1B}_Ga=T,f=32,s=1,v=1;AAAAAA==", "\u{1B}_Ga=T,f=32,s=1,v=1;AAAAAA==\u{7}",
      "\u{1B}_Ga=T,f=32,s=1,v=1;AAAA\u{1B}[AA==\u{1B}\\",
      "\u{1B}_Ga=T,f=32,s=1,v=1;AAAA\u{9C}AA==\u{1B}\\", "\u{1B}_Ga=d,d=A\u{1B}\\",
      // A file to read, or shared memory.
      "\u{1B}_Ga=T,t=f,f=32,s=1,v=1;AAAAAA==\u{1B}\\", "\u{1B}_Ga=T,f=100,s=1,v=1;AAAAAA==\u{1B}\\",
      "\u{1B}_Ga=T,f=32,s=0,v=1;\u{1B}\\", "\u{1B}_Ga=T,f=32,s=-1,v=1;AAAAAA==\u{1B}\\",
      "\u{1B}_Ga=T,f=32,s=1,s=1,v=1;AAAAAA==\u{1B}\\",
      "\u{1B}_Ga=T,f=32,i=9,s=1,v=1;AAAAAA==\u{1B}\\",
      "\u{1B}_Ga=T,f=32,s=1,v=1,m=1;AAAA\u{1B}\\\u{1B}_Ga=T,m=0;AA==\u{1B}\\",
      "\u{1B}_Ga=T,f=32,s=1,v=1,m=1;AAAA\u{1B}\\\u{1B}_Gs=9,m=0;AA==\u{1B}\\",
      "\u{1B}P0;1;0q\"1;1;1;1#0;2;0;0;0#0@-\u{1B}\\",
    ])
  func malformedKitty(text: String) {
    #expect(throws: PixelImage.ParseError.malformed) { try kitty(text) }
  }

  @Test(
    "an image that's larger than its place is refused before it's decoded",
    arguments: [(13, 16), (12, 17), (999_999, 1), (1, 999_999)])
  func large(width: Int, height: Int) {
    #expect(throws: PixelImage.ParseError.tooLarge) {
      try kitty("\u{1B}_Ga=T,f=32,s=\(width),v=\(height);AAAA\u{1B}\\")
    }
    #expect(throws: PixelImage.ParseError.tooLarge) {
      try sixel("\u{1B}P0;1;0q\"1;1;\(min(width, 99999));\(min(height, 99999))@\u{1B}\\")
    }
  }

  @Test("an image cut off anywhere is refused")
  func truncated() throws {
    let sixel = "\u{1B}P0;1;0q\"1;1;4;6#0;2;0;0;0#0!4~-\u{1B}\\"
    #expect(try self.sixel(sixel).size == PixelSize(width: 4, height: 6))
    for count in 0..<sixel.utf8.count {
      #expect(throws: PixelImage.ParseError.self) { try self.sixel(String(sixel.prefix(count))) }
    }
    for count in 0..<Self.pixel.utf8.count {
      #expect(throws: PixelImage.ParseError.self) { try kitty(String(Self.pixel.prefix(count))) }
    }
  }

  @Test(
    "a sixel image draws inside of its size",
    arguments: [
      "\"1;1;4;6!4~", "\"1;1;4;6~~~~$~~~~", "\"1;1;12;12#0~-#1~-", "\"1;1;1;1#255;2;0;50;100@",
      "\"1;1;4;7!4~-!4@-",
    ])
  func sixels(data: String) throws {
    let image = try sixel("\u{1B}P0;1;0q\(data)\u{1B}\\\n")
    #expect(image.graphics == .sixel && image.data == Array(data.utf8))
  }

  @Test(
    "any other sixel image is refused",
    arguments: [
      "!4~", "\"1;1;4;6", "\"1;1;4;6!4?", "\"1;1;4;6!5~", "\"1;1;4;6~~~~~", "\"1;1;4;6~-~",
      "\"1;1;4;6~---", "\"1;1;0;6~", "\"1;2;4;6~", "\"1;1;4~", "\"1;1;4;6!~", "\"1;1;4;6!99999~",
      "\"1;1;4;6!999999999999~", "\"1;1;4;6#~", "\"1;1;4;6#9999~", "\"1;1;4;6#0;2;101;0;0~",
      "\"1;1;4;6#0;1;0;0;0~", "\"1;1;4;6#0;2;0;0~", "\"1;1;4;6~\u{7}", "\"1;1;4;6~\u{1B}[2J",
      "\"1;1;4;6~\n", "\"1;1;4;6~ ", "\"1;1;4;6~\u{9C}", "\"1;1;4;6~\"1;1;9;9~",
    ])
  func malformedSixel(data: String) {
    #expect(throws: PixelImage.ParseError.malformed) { try sixel("\u{1B}P0;1;0q\(data)\u{1B}\\") }
    #expect(throws: PixelImage.ParseError.malformed) { try sixel("\u{1B}P0;1;0p\(data)\u{1B}\\") }
    #expect(throws: PixelImage.ParseError.malformed) {
      try sixel("\u{1B}P0;1;0q\"1;1;1;1@\u{1B}\\\u{1B}P0;1;0q\(data)\u{1B}\\")
    }
  }

  @Test("a grid has an image until something is drawn over it")
  func grid() throws {
    let image = try kitty("\u{1B}_Ga=T,f=32,s=12,v=16;\(Self.zeros(12 * 16 * 4))\u{1B}\\")
    let picture = Picture(image, cell: Self.cell)
    #expect(picture.size == Self.limit)
    var grid = Grid(size: GridSize(columns: 10, rows: 6))
    grid.draw("##########", x: 0, y: 2)
    grid.draw(picture, x: 2, y: 1)
    let place = GridRect(x: 2, y: 1, columns: 3, rows: 2)
    #expect(grid.images.map(\.place) == [place])
    #expect(grid.text.contains("##   #####"))
    grid.draw("beside", x: 5, y: 1)
    grid.draw("below", x: 0, y: 3)
    #expect(grid.images.count == 1)
    var other = grid
    other.draw("x", x: 4, y: 2)
    #expect(other.images.isEmpty)
    other = grid
    other.draw("日", x: 1, y: 2)
    #expect(other.images.isEmpty, "the right half of a wide character covers the image too")
    other = grid
    other.fill(GridRect(x: 0, y: 0, columns: 3, rows: 2), style: .plain)
    #expect(other.images.isEmpty)
    // A part of an image isn't shown.
    other = Grid(size: GridSize(columns: 4, rows: 6))
    other.draw(picture, x: 2, y: 1)
    #expect(other.images.isEmpty)
  }
}
