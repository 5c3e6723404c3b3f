import Foundation
import Markup
import TestSupport
import Testing

@testable import LinkFetching

/// Inflating bodies piece by piece.
struct BodyInflaterTests {
  private func inflater(
    _ encoding: String = "gzip", limit: Int = 8 << 20
  ) throws -> BodyInflater {
    try #require(BodyInflater(encoding: encoding, limit: limit))
  }

  private func inflate(_ pieces: [[UInt8]], by inflater: BodyInflater) throws -> [UInt8] {
    var bytes: [UInt8] = []
    for piece in pieces {
      inflater.add(piece)
      while let next = try inflater.next() { bytes += next }
    }
    try inflater.finish()
    return bytes
  }

  @Test("inflates no further than it's asked")
  func lazy() throws {
    let inflater = try inflater()
    inflater.add(Gzip.zeros(megabytes: 4, after: Array("<title>".utf8)))
    let first = try #require(try inflater.next())
    #expect(String(decoding: first, as: UTF8.self).hasPrefix("<title>"))
    #expect(first.count <= 16 << 10)
  }

  @Test(
    "returns everything, whatever the lengths of the pieces",
    arguments: [0, 1, 16_383, 16_384, 16_385, 32_768, 65_535], [1, 999, 70_000])
  func whole(length: Int, step: Int) throws {
    let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let file = Gzip.stored(bytes)
    let pieces = stride(from: 0, to: file.count, by: step).map {
      Array(file[$0..<min($0 + step, file.count)])
    }
    #expect(try inflate(pieces, by: try inflater()) == bytes)
  }

  @Test("returns what's left when all compressed bytes are used up")
  func pending() throws {
    // 16,451 zeros, of which zlib holds the last 67 back after a full piece.
    var file: [UInt8] = [0xED, 0xC1, 1, 0x0D, 0, 0, 0, 0xC2, 0xA0, 0xF7, 0x4F, 0x6D, 0x0F, 7, 0x14]
    file += [UInt8](repeating: 0, count: 15) + [0x70, 0x60]
    let bytes = try inflate([file], by: try inflater("deflate"))
    #expect(bytes == [UInt8](repeating: 0, count: 16_451))
  }

  // RFC 1952, section 2.2
  @Test("reads one member after another, wherever a piece ends", arguments: [1, 2, 3, 7, 1_000])
  func members(step: Int) throws {
    let file = ["one", "", " and two"].flatMap { Gzip.stored(Array($0.utf8)) }
    for encoding in ["gzip", "deflate"] {
      for rest in [[], [0, 0, 0], [0x1F], [0x1F, 0x8B, 7]] as [[UInt8]] {
        let bytes = file + rest
        let pieces = stride(from: 0, to: bytes.count, by: step).map {
          Array(bytes[$0..<min($0 + step, bytes.count)])
        }
        let text = try inflate(pieces, by: try inflater(encoding))
        #expect(String(decoding: text, as: UTF8.self) == "one and two", "\(rest)")
      }
    }
    #expect(throws: BodyInflater.Failure.badData) {
      try inflate([Array(file.dropLast())], by: try inflater())
    }
    #expect(throws: BodyInflater.Failure.tooLong(limit: 5)) {
      try inflate([file], by: try inflater(limit: 5))
    }
  }

  @Test("ignores what follows the end")
  func trailing() throws {
    let file = Gzip.stored(Array("page".utf8))
    #expect(try inflate([file + [1, 2, 3]], by: try inflater()) == Array("page".utf8))
    #expect(try inflate([file, [1, 2, 3]], by: try inflater("X-GZIP")) == Array("page".utf8))
  }

  @Test("reports what's missing at the end, but not an empty body")
  func truncated() throws {
    let file = Gzip.stored(Array("page".utf8))
    #expect(throws: BodyInflater.Failure.badData) {
      try inflate([Array(file.dropLast())], by: try inflater())
    }
    #expect(try inflate([], by: try inflater()) == [])
    #expect(try inflate([[]], by: try inflater("deflate")) == [])
  }

  /// `<title>Packed</title>`, and the same before a megabyte of zeros.
  private static let packed: [(encoding: String, short: String, long: String)] = [
    (
      "br", "CwqAPHRpdGxlPlBhY2tlZDwvdGl0bGU+Aw==",
      "mxQAEPgnAcjKWpBCpHlMI7BBQw5RilS3/XPvHwA="
    ),
    (
      "zstd", "KLUv/SAVqQAAPHRpdGxlPlBhY2tlZDwvdGl0bGU+",
      """
      KLUv/aAVABAA1AAAgDx0aXRsZT5QYWNrZWQ8LwACAOf/bhYCm3UCABAAAgAQAAIAEAACABAAAgAQAAIAEAACABAAqwA\
      AAA==
      """
    ),
  ]

  @Test(
    "brotli and Zstandard are decoded, if their libraries are here",
    arguments: packed.filter { ContentDecoder.names.contains($0.encoding) })
  func decodes(encoding: String, short: String, long: String) throws {
    let file = Array(try #require(Data(base64Encoded: short)))
    let page = Array("<title>Packed</title>".utf8)
    for pieces in [[file], file.map { [$0] }, [file + Array("junk".utf8)]] {
      #expect(try inflate(pieces, by: try inflater(encoding)) == page)
    }
    // RFC 8878, section 3.1: frames follow each other. A brotli stream has one end.
    let twice = try inflate([file + file], by: try inflater(encoding))
    #expect(twice == (encoding == "zstd" ? page + page : page))
    #expect(throws: BodyInflater.Failure.badData) {
      try inflate([Array(file.dropLast(2))], by: try inflater(encoding))
    }
    #expect(throws: BodyInflater.Failure.badData) {
      try inflate([[0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]], by: try inflater(encoding))
    }
    #expect(try inflate([], by: try inflater(encoding)) == [])
    let bomb = Array(try #require(Data(base64Encoded: long)))
    #expect(try inflate([bomb], by: try inflater(encoding)).count == 21 + 1 << 20)
    #expect(throws: BodyInflater.Failure.tooLong(limit: 1 << 19)) {
      try inflate([bomb], by: try inflater(encoding, limit: 1 << 19))
    }
    let lazy = try inflater(encoding)
    lazy.add(bomb)
    #expect(try #require(try lazy.next()).count <= 16 << 10)
  }

  @Test("stops at the limit")
  func limit() throws {
    let bomb = Gzip.zeros(megabytes: 2)
    #expect(throws: BodyInflater.Failure.tooLong(limit: 1 << 20)) {
      try inflate([bomb], by: try inflater(limit: 1 << 20))
    }
  }

  @Test(
    "other encodings aren't its own", arguments: [nil, "", "compress", "identity", "gzip, gzip"])
  func other(encoding: String?) {
    let inflater = BodyInflater(encoding: encoding, limit: 1)
    #expect(inflater == nil)
  }
}
