import Foundation
import LinkPreview
import RayletteApp
import TerminalGrid
import TestSupport
import Testing

@testable import Favorites
@testable import raylette

/// The child process that draws pictures: the real chafa, and fake ones in its place.
@Suite(.takesTurn)
struct ChafaTests {
  private static let size = GridSize(columns: 16, rows: 4)

  private static func image(_ bytes: [UInt8]) throws -> LinkImage {
    try #require(LinkImage(data: Data(bytes)))
  }

  /// An image that's red on the left and blue on the right, with the proportions of ``size``.
  private static func halves() throws -> LinkImage {
    try image(PNG.file(width: 320, height: 160) { x, _ in x < 160 ? (255, 0, 0) : (0, 0, 255) })
  }

  private func draw(_ image: LinkImage, depth: ColorDepth = .direct) async throws -> Picture? {
    let chafa = try #require(Chafa(environment: ProcessInfo.processInfo.environment))
    return await chafa.picture(of: image, size: Self.size, form: .cells(depth))
  }

  @Test(
    "a picture has the terminal's colours, and keeps its proportions",
    arguments: [
      (ColorDepth.ansi8, Color.palette(1), Color.palette(4)),
      (.ansi16, .palette(9), .palette(12)), (.palette256, .palette(196), .palette(21)),
      (.direct, .rgb(red: 255, green: 0, blue: 0), .rgb(red: 0, green: 0, blue: 255)),
    ])
  func colors(depth: ColorDepth, left: Color, right: Color) async throws {
    let picture = try #require(try await draw(Self.halves(), depth: depth))
    #expect(picture.size == Self.size)
    for y in 0..<picture.size.rows {
      for x in 0..<picture.size.columns {
        let expected = x < 8 ? left : right
        #expect(picture[x, y].ground == expected, "\(x), \(y)")
      }
    }
  }

  @Test("a tall picture keeps its proportions")
  func proportions() async throws {
    let tall = PNG.file(width: 40, height: 80) { _, _ in (9, 9, 9) }
    let picture = try #require(try await draw(Self.image(tall)))
    #expect(picture.size == GridSize(columns: 4, rows: 4))
  }

  @Test(
    "a damaged image gives no picture",
    arguments: [
      PNG.header(width: 400, height: 200),
      // A JPEG that ends within its first scan line.
      [0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, 0, 9, 0, 9, 3, 1, 17, 0, 2, 17, 0, 3, 17, 0, 0xFF, 0xDA],
      Array("GIF89a".utf8) + [9, 0, 9, 0, 0, 0, 0],
    ])
  func damaged(bytes: [UInt8]) async throws {
    #expect(try await draw(Self.image(bytes)) == nil)
  }

  @Test("chafa isn't found if PATH doesn't contain it")
  func missing() {
    #expect(Chafa(environment: ["PATH": "/nowhere:.:"]) == nil)
    #expect(Chafa(environment: [:]) == nil)
  }

  private static let art = #"printf '\033[31mxx\033[0m\nyy\033]0;owned\007\033[2J'"#

  @Test(
    "misbehaving programs are ended, and their control sequences removed",
    arguments: [
      (art, "xx\nyy"), (art + "; exit 3", nil), ("kill -9 $$", nil), ("exit 0", nil),
      // It never reads its input.
      ("exec <&-; " + art, "xx\nyy"), ("cat > /dev/null; " + art, "xx\nyy"),
      ("exec sleep 600", nil), ("exec yes", nil), ("exec cat /dev/zero", nil),
    ])
  func falsePrograms(script: String, shown: String?) async throws {
    try await withTemporaryHome { home in
      let program = home.file("chafa")
      // Only the script that hangs gets a short time limit.
      let hangs = script.contains("sleep")
      try Data(
        "#!/bin/sh\nPATH=/usr/bin:/bin\necho $$ > \(home.file("pid").path())\n\(script)\n".utf8
      )
      .write(to: program)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: program.path())
      let chafa = try #require(
        Chafa(environment: ["PATH": home.url.path()], timeLimit: hangs ? .seconds(1) : .seconds(60))
      )
      // Larger than a pipe buffer.
      let large = PNG.file(width: 600, height: 400) { _, _ in (1, 2, 3) }
      let picture = await chafa.picture(
        of: try Self.image(large), size: Self.size, form: .cells(.palette256))
      #expect(picture.map(Self.text) == shown)
      let pid = try String(contentsOf: home.file("pid"), encoding: .utf8)
      let number = try #require(Int32(pid.trimmingCharacters(in: .whitespacesAndNewlines)))
      #expect(kill(number, 0) == -1)
    }
  }

  private static func text(_ picture: Picture) -> String {
    var grid = Grid(size: picture.size)
    grid.draw(picture, x: 0, y: 0)
    return grid.text
  }

  @Test("cancelling a picture ends its process")
  func cancelled() async throws {
    try await withTemporaryHome { home in
      let program = home.file("chafa")
      let fifo = home.file("started").path()
      try Data("#!/bin/sh\necho $$ > \(fifo)\nexec /bin/sleep 600\n".utf8).write(to: program)
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: program.path())
      #expect(mkfifo(fifo, 0o600) == 0)
      let chafa = try #require(
        Chafa(environment: ["PATH": home.url.path()], timeLimit: .seconds(600)))
      let image = try Self.halves()
      let task = Task { await chafa.picture(of: image, size: Self.size, form: .cells(.direct)) }
      // Opening the pipe waits for the program to start, and mustn't hold a thread that runs tasks.
      let pid = await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          let text = FileHandle(forReadingAtPath: fifo)?.readDataToEndOfFile() ?? Data()
          continuation.resume(returning: String(decoding: text, as: UTF8.self))
        }
      }
      task.cancel()
      #expect(await task.value == nil)
      let number = try #require(Int32(pid.trimmingCharacters(in: .whitespacesAndNewlines)))
      #expect(kill(number, 0) == -1)
    }
  }
}
