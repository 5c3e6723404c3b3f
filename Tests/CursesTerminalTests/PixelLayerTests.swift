import CursesTerminal
import TerminalGrid
import Testing

/// What's sent to the terminal, so that it shows the images of each frame.
struct PixelLayerTests {
  private static let cell = PixelSize(width: 2, height: 6)

  private static func kitty(_ shade: Int, x: Int = 3) -> [PlacedImage] {
    let pixel = ["AAAA", "BBBB", "CCCC", "DDDD"][shade % 4]
    let text =
      "\u{1B}_Ga=T,f=24,s=4,v=\(6 + 6 * (shade / 4));"
      + String(repeating: pixel, count: 24 + 24 * (shade / 4)) + "\u{1B}\\"
    return placed(
      try? PixelImage(
        chafa: Array(text.utf8), as: .kitty, limit: GridSize(columns: 2, rows: 9), cell: cell), x: x
    )
  }

  private static func sixel(x: Int = 3) -> [PlacedImage] {
    let text = "\u{1B}P0;1;0q\"1;1;4;12#0!4~-!4~-\u{1B}\\"
    return placed(
      try? PixelImage(
        chafa: Array(text.utf8), as: .sixel, limit: GridSize(columns: 2, rows: 2), cell: cell), x: x
    )
  }

  private static func placed(_ image: PixelImage?, x: Int) -> [PlacedImage] {
    guard let image else { return [] }
    var grid = Grid(size: GridSize(columns: 20, rows: 20))
    grid.draw(Picture(image, cell: cell), x: x, y: 1)
    return grid.images
  }

  private func readable(_ text: String) -> String {
    text.replacing("\u{1B}\\", with: "|").replacing("\u{1B}", with: "^")
  }

  @Test("an image is sent once, placed, removed, and placed again without sending it")
  func kitty() {
    var layer = PixelLayer(firstID: 7)
    let changes = layer.show(Self.kitty(0)) { _ in true }
    #expect(changes.before.isEmpty)
    let text = readable(changes.after)
    #expect(text.hasPrefix("^[2;4H^_Ga=t,t=d,f=32,i=7,s=4,v=6,q=2,m=0;"))
    #expect(text.hasSuffix("|^_Ga=p,i=7,p=1,c=2,r=1,C=1,q=2|"))
    #expect(layer.show(Self.kitty(0)) { _ in false }.isEmpty)
    #expect(
      readable(layer.show(Self.kitty(0)) { _ in true }.after)
        == "^[2;4H^_Ga=p,i=7,p=1,c=2,r=1,C=1,q=2|", "its rows changed")
    #expect(readable(layer.show([]) { _ in true }.after) == "^_Ga=d,d=i,i=7,p=1,q=2|")
    #expect(
      readable(layer.show(Self.kitty(0, x: 5)) { _ in false }.after)
        == "^[2;6H^_Ga=p,i=7,p=1,c=2,r=1,C=1,q=2|")
    let next = readable(layer.show(Self.kitty(1)) { _ in true }.after)
    #expect(next.hasPrefix("^_Ga=d,d=i,i=7,p=1,q=2|^[2;4H^_Ga=t,t=d,f=32,i=8,"))
    #expect(readable(layer.removeAll()) == "^_Ga=d,d=I,i=7,q=2|^_Ga=d,d=I,i=8,q=2|")
    #expect(layer.removeAll().isEmpty)
  }

  @Test("the terminal's memory has a limit")
  func memory() {
    // The images have 128 bytes, and from the fifth one on 256 and 384.
    var layer = PixelLayer(firstID: 1, capacity: 1100)
    let texts = (0..<12).map { readable(layer.show(Self.kitty($0)) { _ in true }.after) }
    #expect(texts[5].contains("a=t") && !texts[5].contains("d=I"))
    #expect(texts[6].contains("^_Ga=d,d=I,i=1,q=2|") && !texts[6].contains("d=I,i=3,"))
    #expect(layer.removeAll().split(separator: "d=I").count == 3)
  }

  @Test("images on screen stay in the terminal's memory, however many they are")
  func shownMemory() {
    var layer = PixelLayer(firstID: 1, capacity: 200)
    let all = Self.kitty(0) + Self.kitty(1, x: 6) + Self.kitty(2, x: 9)
    let text = readable(layer.show(all) { _ in true }.after)
    #expect(text.split(separator: "a=t").count == 4 && !text.contains("d=I"))
    #expect(readable(layer.show(all) { _ in true }.after).split(separator: "a=p").count == 4)
    let next = readable(layer.show(Self.kitty(3)) { _ in true }.after)
    #expect(next.split(separator: "d=I").count == 4)
  }

  @Test("the same image in several places is sent once, and each place is removed on its own")
  func severalPlaces() {
    var layer = PixelLayer(firstID: 7)
    let (left, right) = (Self.kitty(0), Self.kitty(0, x: 9))
    let text = readable(layer.show(left + right) { _ in true }.after)
    #expect(text.split(separator: "a=t").count == 2)
    #expect(text.contains("|^_Ga=p,i=7,p=1,") && text.contains("^[2;10H^_Ga=p,i=7,p=2,"))
    #expect(readable(layer.show(right) { _ in false }.after) == "^_Ga=d,d=i,i=7,p=1,q=2|")
    #expect(
      readable(layer.show(left + right) { _ in false }.after)
        == "^[2;4H^_Ga=p,i=7,p=1,c=2,r=1,C=1,q=2|")
  }

  @Test("an image that moves isn't removed first")
  func moved() {
    var layer = PixelLayer(firstID: 7)
    _ = layer.show(Self.kitty(0)) { _ in true }
    #expect(
      readable(layer.show(Self.kitty(0, x: 6)) { _ in true }.after)
        == "^[2;7H^_Ga=p,i=7,p=1,c=2,r=1,C=1,q=2|")
    #expect(readable(layer.show([]) { _ in true }.after) == "^_Ga=d,d=i,i=7,p=1,q=2|")
  }

  @Test("a large image is sent in chunks")
  func chunks() throws {
    let text =
      "\u{1B}_Ga=T,f=24,s=100,v=60;" + String(repeating: "AAAA", count: 6000) + "\u{1B}\\"
    let image = try PixelImage(
      chafa: Array(text.utf8), as: .kitty, limit: GridSize(columns: 50, rows: 10), cell: Self.cell)
    var grid = Grid(size: GridSize(columns: 50, rows: 20))
    grid.draw(Picture(image, cell: Self.cell), x: 0, y: 0)
    var layer = PixelLayer(firstID: 1)
    let commands = layer.show(grid.images) { _ in true }.after.split(separator: "\u{1B}\\")
    let chunks = commands.dropLast()
    #expect(chunks.count == 8)
    #expect(chunks.dropLast().allSatisfy { $0.contains("m=1;") })
    #expect(chunks.last?.contains("m=0;") == true)
    let payloads = chunks.compactMap { $0.split(separator: ";").last }
    #expect(payloads.allSatisfy { $0.utf8.count <= 4096 })
    #expect(Array(payloads.joined().utf8) == image.data)
  }

  @Test("a sixel image is drawn, and replaced by blanks before the frame that's without it")
  func sixel() {
    var layer = PixelLayer(firstID: 1)
    let drawn = "^[2;4H^P0;1;0q\"1;1;4;12#0!4~-!4~-|"
    let changes = layer.show(Self.sixel()) { _ in true }
    #expect(readable(changes.after) == drawn && changes.before.isEmpty)
    #expect(layer.show(Self.sixel()) { _ in false }.isEmpty)
    let again = layer.show(Self.sixel()) { _ in true }
    #expect(readable(again.after) == drawn && readable(again.before) == "^[2;4H  ^[3;4H  ")
    let moved = layer.show(Self.sixel(x: 6)) { _ in true }
    #expect(readable(moved.before) == "^[2;4H  ^[3;4H  ")
    #expect(readable(moved.after) == "^[2;7H^P0;1;0q\"1;1;4;12#0!4~-!4~-|")
    #expect(layer.removeAll().isEmpty)
    #expect(layer.show([]) { _ in true }.isEmpty, "after that, the screen is drawn from scratch")
  }
}
