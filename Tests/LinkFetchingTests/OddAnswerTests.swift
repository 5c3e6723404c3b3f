import Foundation
import LinkPreview
import TestSupport
import Testing

@testable import LinkFetching

/// Whatever of a response curl shows, is shown here.
@Suite(.takesTurn, .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")))
struct OddAnswerTests {
  private static let page = "<title>T</title>"

  /// Valid responses, line by line. The last line has no end.
  private static let valid: [[String]] = [
    ["HTTP/1.1 200 OK", "Content-Type: text/html", "X-Policy: a", "Content-Length: 16", "", page],
    [
      "HTTP/1.1 200 OK", "Transfer-Encoding: chunked", "Content-Type: text/html", "", "8",
      "<title>T", "8;x=y", "</title>", "0", "Trailer: x", "", "",
    ],
    ["HTTP/1.0 200 OK", "Set-Cookie: a=b; Path=/", "Content-Type: text/html", "", page],
  ]

  /// Ways to make a line odd. NUL and a bare CR inside a line aren't among them, nor lengths that
  /// differ, because these are refused on purpose.
  private enum Oddity: CaseIterable {
    case bareLineFeed, folded, spaceBeforeColon, spaceAfter, spaceBefore, control, highByte, twice
    case noColon, noName, cut, otherCase
  }

  private static func odd(
    _ line: String, _ oddity: Oddity, _ random: inout SeededRandom
  ) -> [UInt8] {
    var bytes = Array(line.utf8)
    let place = Int.random(in: 0...bytes.count, using: &random)
    let end: [UInt8] = [13, 10]
    switch oddity {
    case .bareLineFeed: return bytes + [10]
    case .folded: bytes.insert(contentsOf: [13, 10, 32], at: place)
    case .spaceBeforeColon: bytes = Array(line.replacing(":", with: " :", maxReplacements: 1).utf8)
    case .spaceAfter: bytes += [32, 9]
    case .spaceBefore: bytes.insert(32, at: 0)
    case .control: bytes.insert([1, 7, 8, 27, 127].randomElement(using: &random) ?? 1, at: place)
    case .highByte: bytes.insert(UInt8.random(in: 128...255, using: &random), at: place)
    case .twice: bytes += end + bytes
    case .noColon: bytes.removeAll { $0 == 0x3A }
    case .noName: bytes = Array(line.drop { $0 != ":" }.utf8)
    case .cut: bytes = Array(bytes.prefix(place))
    case .otherCase: bytes = Array(line.uppercased().utf8)
    }
    return bytes + end
  }

  /// Valid responses with one odd line each.
  private static func responses(seed: UInt64) -> [[UInt8]] {
    var random = SeededRandom(seed: seed)
    return valid.flatMap { lines in
      lines.dropLast().indices.flatMap { index in
        Oddity.allCases.map { oddity in
          lines.indices.flatMap { place -> [UInt8] in
            if place == index { return odd(lines[place], oddity, &random) }
            return Array(lines[place].utf8) + (place == lines.count - 1 ? [] : [13, 10])
          }
        }
      }
    }
  }

  /// Returns which of the paths 0, 1, … curl shows the page of.
  private static func shownByCurl(_ count: Int, at server: FixtureServer) throws -> Set<Int> {
    var shown: Set<Int> = []
    var next = 0
    while next < count {
      // Some errors end the program, though there are more addresses.
      let done = try curl(next..<count, at: server)
      guard let last = done.keys.max() else { break }
      shown.formUnion(done.filter { $0.value }.keys)
      next = last + 1
    }
    return shown
  }

  /// Returns whether curl shows the pages of paths, as far as it gets.
  private static func curl(
    _ paths: Range<Int>, at server: FixtureServer
  ) throws -> [Int: Bool] {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/curl")
    process.arguments = [
      "--disable", "--silent", "--noproxy", "*", "--max-time", "10", "--write-out",
      "\n=%{url_effective} %{exitcode}\n",
    ]
    process.arguments? += paths.map { server.url("/\($0)").absoluteString }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    var shown: [Int: Bool] = [:]
    var start = text.startIndex
    for end in text.matches(of: /\n=[^ \n]*\/([0-9]+) ([0-9]+)\n/) {
      guard let number = Int(end.output.1) else { continue }
      shown[number] = text[start..<end.range.lowerBound] == page && end.output.2 == "0"
      start = end.range.upperBound
    }
    return shown
  }

  @Test("a response that curl shows is shown", arguments: [1, 2, 3] as [UInt64])
  func oracle(seed: UInt64) async throws {
    let responses = Self.responses(seed: seed)
    let routes = Dictionary(
      uniqueKeysWithValues: responses.enumerated().map { ("/\($0)", Answer([.send($1)])) })
    try await withServer(routes) { server in
      let shown = try Self.shownByCurl(responses.count, at: server)
      // Some oddities break a page for everybody.
      #expect(shown.count > responses.count / 2)
      try await withConnections { connections in
        for number in shown.sorted() {
          let body = await Self.body(of: server.url("/\(number)"), over: connections)
          #expect(
            body == .success(Self.page),
            "\(String(decoding: responses[number], as: UTF8.self).debugDescription)")
        }
      }
      print("odd answers: curl shows \(shown.count) of \(responses.count), seed \(seed)")
    }
  }

  private static func body(
    of url: URL, over connections: Connections
  ) async -> Result<String, LinkMetadataError> {
    var follower = RedirectFollower(
      url, connections: connections, headers: [:], mayBePrivate: true)
    do throws(LinkMetadataError) {
      var response = try await follower.follow(url)
      return .success(String(decoding: try await response.body(limit: 1_000), as: UTF8.self))
    } catch {
      return .failure(error)
    }
  }
}
