import Bookmarks
import Foundation
import Markup
import TestSupport
import Testing

/// Bookmark files in zip archives, as services mail them.
struct ZipTests {
  private static let pocket =
    "title,url,time_added,tags,status\nA,https://a.example/,1600000000,x,unread\n"
  private static let html = """
    <!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF="https://b.example/">B</A></DL><p>
    """
  private static let page =
    "<html><body><p>See <a href='https://c.example/'>this</a>.</p></body></html>"
  private static let json = #"{"bookmarks":[{"url":"https://d.example/","title":"D"}]}"#

  private func addresses(_ zip: Zip, format: BookmarkFormat? = nil) async throws -> [String] {
    try await readFile(zip.bytes, format: format).bookmarks.map(\.address.text)
  }

  @Test("the bookmark files of an archive are read, and JSON if there are no others")
  func lists() async throws {
    var zip = Zip()
    zip.add("pocket/", "")
    zip.add("pocket/part_000000.csv", Self.pocket, isDeflated: true)
    zip.add("pocket/annotations/part_000000.json", Self.json)
    zip.add("Takeout/Bookmarks.html", Self.html, isDeflated: true, comment: "PK\u{5}\u{6}")
    zip.add("Takeout/archive_browser.html", Self.page)
    zip.add("read me.txt", "https://e.example/")
    zip.add("picture.png", "\u{0}\u{1}\u{2}")
    #expect(try await addresses(zip) == ["https://a.example/", "https://b.example/"])
    zip.comment = [UInt8](repeating: 0x50, count: 65_535)
    #expect(try await addresses(zip, format: .json) == ["https://d.example/"])
    var archive = Zip()
    archive.add("export.json", Self.json, isDeflated: true)
    #expect(try await addresses(archive) == ["https://d.example/"])
    #expect(
      try BookmarkReader(data: Data(Self.json.utf8), name: "x").read { _ in } == .json)
  }

  @Test("a large file in an archive is read as a whole")
  func large() async throws {
    let rows = (0..<20_000).map { "T\($0),https://a.example/\($0)\n" }
    var zip = Zip()
    zip.add("all.csv", "title,url\n" + rows.joined(), isDeflated: true)
    #expect(try await addresses(zip).count == 20_000)
  }

  private func error(_ bytes: [UInt8]) async throws -> String {
    do {
      let file = try await readFile(bytes)
      return "read \(file.bookmarks.count)"
    } catch let error as BookmarkFileError {
      return error.description
    }
  }

  @Test("an archive without bookmarks, a damaged and an encrypted one are errors")
  func bad() async throws {
    var zip = Zip()
    zip.add("page.html", Self.page)
    #expect(try await error(zip.bytes).hasSuffix("is a zip archive without a file of bookmarks"))
    zip.add("part.csv", Self.pocket, isDeflated: true)
    let whole = zip.bytes
    for length in stride(from: 22, to: whole.count, by: 13) {
      #expect(try await error(Array(whole.prefix(length))).contains("damaged zip archive"))
    }
    var encrypted = Zip()
    encrypted.add("part.csv", Self.pocket, flags: 1)
    #expect(try await error(encrypted.bytes).contains("unpack it first"))
    var random = SeededRandom(seed: 1)
    for _ in 0..<500 {
      var bytes = whole
      for _ in 0..<3 {
        bytes[Int.random(in: 4..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      // It's read or refused, and never ends the program.
      _ = try await error(bytes)
    }
  }

  @Test("an archive that inflates to any size is refused")
  func bomb() async throws {
    var zip = Zip()
    let zeros = String(repeating: " ", count: 65 << 20)
    zip.add("a.csv", Self.pocket + zeros, isDeflated: true)
    #expect(zip.bytes.count < 1 << 20)
    #expect(try await error(zip.bytes).contains("is larger than 64 MB when it's decompressed"))
    // Its directory tells another length.
    zip.files[0].inflatedLength = 100
    #expect(try await error(zip.bytes).contains("64 MB"))
  }
}

/// A zip archive that's made for a test.
private struct Zip {
  struct File {
    var name: String
    var content: [UInt8]
    var inflatedLength: Int
    var method: Int
    var flags: Int
    var comment: String
  }

  var files: [File] = []
  var comment: [UInt8] = []

  mutating func add(
    _ name: String, _ text: String, isDeflated: Bool = false, flags: Int = 0, comment: String = ""
  ) {
    let bytes = Array(text.utf8)
    // Without zlib's header and checksum.
    let content =
      isDeflated ? Array((Deflater.deflated(bytes) ?? []).dropFirst(2).dropLast(4)) : bytes
    files.append(
      File(
        name: name, content: content, inflatedLength: bytes.count, method: isDeflated ? 8 : 0,
        flags: flags, comment: comment))
  }

  var bytes: [UInt8] {
    var (bytes, directory): ([UInt8], [UInt8]) = ([], [])
    for file in files {
      let name = Array(file.name.utf8)
      let shared =
        number(20, 2) + number(file.flags, 2) + number(file.method, 2) + number(0, 8)
        + number(file.content.count, 4) + number(file.inflatedLength, 4) + number(name.count, 2)
      directory += [0x50, 0x4B, 1, 2] + number(20, 2) + shared + number(0, 2)
      directory += number(file.comment.utf8.count, 2) + number(0, 8) + number(bytes.count, 4) + name
      directory += file.comment.utf8
      // Programs write other fields here.
      bytes += [0x50, 0x4B, 3, 4] + shared + number(5, 2) + name + [1, 2, 3, 4, 5] + file.content
    }
    let end =
      number(0, 4) + number(files.count, 2) + number(files.count, 2) + number(directory.count, 4)
      + number(bytes.count, 4) + number(comment.count, 2)
    return bytes + directory + [0x50, 0x4B, 5, 6] + end + comment
  }

  private func number(_ value: Int, _ length: Int) -> [UInt8] {
    (0..<length).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
