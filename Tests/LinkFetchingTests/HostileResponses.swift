import Foundation
import TestSupport

/// Generates responses that break the rules of HTTP. The same seed gives the same responses.
struct HostileResponses {
  private var random: SeededRandom

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  private static let statusLines = [
    "HTTP/1.1 200 OK", "HTTP/1.1 000 None", "HTTP/1.1 001 x", "HTTP/1.1 099 x", "HTTP/1.1 100 Go",
    "HTTP/1.1 101 Switching Protocols", "HTTP/1.1 102 x", "HTTP/1.1 103 Early Hints",
    "HTTP/1.1 199 x", "HTTP/1.1 204 None", "HTTP/1.1 206 Part", "HTTP/1.1 301 Moved",
    "HTTP/1.1 302 Found", "HTTP/1.1 304 Same", "HTTP/1.1 403 No", "HTTP/1.1 407 Proxy",
    "HTTP/1.1 503 Later", "HTTP/1.1 599 x", "HTTP/1.1 600 x", "HTTP/1.1 999 x", "HTTP/1.1 1000 x",
    "HTTP/1.1 -1 x", "HTTP/1.1 20 x", "HTTP/1.1  200  OK", "HTTP/1.0 200 OK", "HTTP/0.9 200 OK",
    "HTTP/2.0 200 OK", "HTTP/1.2 200 OK", "HTTP/9.9 200 OK", "ICY 200 OK", "HTTP/1.1 200",
    "HTTP/1.1 200 \u{1B}[31m\u{202E}", "http/1.1 200 ok", "PRI * HTTP/2.0", "", "\r\n\r\n",
    "GET / HTTP/1.1", "HTTP/1.1", "HTTP/1.1 200 OK\rX: y", "\u{0}\u{0}\u{0}",
  ]

  private static let headers = [
    "Content-Length: 0", "Content-Length: 5", "Content-Length: 5\r\nContent-Length: 6",
    "Content-Length: 999999999999999999999999", "Content-Length: -1", "Content-Length: +5",
    "Content-Length: 5, 5", "Content-Length:", "Transfer-Encoding: chunked",
    "Transfer-Encoding: chunked\r\nContent-Length: 3", "Transfer-Encoding: gzip, chunked",
    "Transfer-Encoding: chunked, chunked", "Transfer-Encoding: identity", "Connection: close",
    "Connection: keep-alive", "Connection: upgrade\r\nUpgrade: h2c", "Upgrade: websocket",
    "Connection: upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__",
    "Content-Encoding: gzip", "Content-Encoding: deflate", "Content-Encoding: gzip, deflate",
    "Content-Encoding: br", "Content-Type: text/html", "Content-Type: ;;;charset==",
    "Content-Type:",
    "Content-Type: image/png", "Content-Type: application/pdf", "Content-Type: text/xml",
    "Content-Type: application/json", "Location: /", "Location: http://%00.example/", "Location:",
    "Location: //[::1", "Location: http://x:99999/", "Refresh: 0;url=/",
    "Set-Cookie: a=b; Domain=.",
    "Set-Cookie: ;=;=", "Trailer: X", "ETag: \"x", "Last-Modified: never", ": empty", "A b: c",
    " folded: yes", "X\u{0}: y", "X: \u{0}", "Content-Disposition: attachment; filename=\"",
    "Alt-Svc: h2=\":1\"", "Keep-Alive: timeout=0", "Link: <x>; rel=icon",
  ]

  private static let bodies: [[UInt8]] = [
    [], Array("hello".utf8), Array("<title>T</title><link rel=icon href=/i><body>".utf8),
    Array("5\r\nhello\r\n0\r\n\r\n".utf8), Array("5;x=\"y\"\r\nhello\r\n0\r\nX: y\r\n\r\n".utf8),
    Array("ffffffffffffffff\r\nhello".utf8), Array("-1\r\nx".utf8), Array("5\nhello\n0\n\n".utf8),
    Array("0\r\nContent-Length: 9\r\nA: b\r\n\r\n".utf8), Array("0\r\n: \r\n\r\n".utf8),
    Array("{\"icons\":[{\"src\":\"/i\"}],\"title\":\"x\"}".utf8), PNG.header(width: 9, height: 9),
    Gzip.stored(Array("<title>T</title>".utf8)), Array(Gzip.zeros(megabytes: 1).prefix(2_000)),
    [0x78, 0x9C, 0xFF], Array("%PDF-1.4 /Title (x".utf8), Array("<?xml?><rss><channel>".utf8),
    Array("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n".utf8),
  ]

  mutating func next() -> UInt64 { random.next() }

  /// Returns a script for an HTTP/1 server.
  mutating func plain() -> ServerScript {
    var script = ServerScript()
    if chance(10) { script.greeting = pieces(response()) }
    let first = pieces(response())
    let others = pieces(response())
    let calls = chance(50)
    script.answer = { calls ? first + others : first }
    script.end = pick([.close, .close, .close, .reset, .hang])
    return script
  }

  private mutating func response() -> [UInt8] {
    var bytes: [UInt8] = []
    if chance(15) {
      let flood = pick([1, 3, 100])
      for _ in 0..<flood { bytes += Array("\(pick(Self.statusLines))\r\n\r\n".utf8) }
    }
    // Most of a response is valid, so that the parser reaches the invalid parts.
    bytes += Array((chance(45) ? Self.statusLines[0] : pick(Self.statusLines)).utf8)
    bytes += Array("\r\n".utf8)
    for _ in 0..<pick([0, 1, 1, 2, 2, 3, 5]) { bytes += Array("\(pick(Self.headers))\r\n".utf8) }
    if chance(2) { bytes += Array(repeating: Array("X: y\r\n".utf8), count: 3_000).joined() }
    if chance(2) {
      bytes += Array("X: ".utf8) + [UInt8](repeating: 0x61, count: 200_000) + [13, 10]
    }
    bytes += Array("\r\n".utf8) + pick(Self.bodies)
    if chance(20) { bytes += pick(Self.bodies) }
    return mutated(bytes)
  }

  private mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    if chance(25) { bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))) }
    if chance(25), !bytes.isEmpty {
      for _ in 0..<pick([1, 1, 2, 8]) {
        let place = Int.random(in: bytes.indices, using: &random)
        switch pick([0, 1, 2]) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.insert(pick([0, 9, 10, 13, 32, 58, 0x80, 0xFF]), at: place)
        default: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        }
      }
    }
    return bytes
  }

  private mutating func pieces(_ bytes: [UInt8]) -> [ServerScript.Piece] {
    guard chance(35), bytes.count > 1 else { return [(0, bytes)] }
    var pieces: [ServerScript.Piece] = []
    var rest = bytes[...]
    for _ in 0..<pick([1, 2, 6]) where !rest.isEmpty {
      let head = rest.prefix(Int.random(in: 1...rest.count, using: &random))
      pieces.append((pick([0, 1, 1, 3]), Array(head)))
      rest = rest.dropFirst(head.count)
    }
    return rest.isEmpty ? pieces : pieces + [(0, Array(rest))]
  }

  private static let statuses = [
    "200", "200", "200", "000", "001", "099", "100", "101", "103", "199", "204", "304", "302",
    "599", "999", "1000", "-1", "", "2x0", "99999999999999999999",
  ]

  /// Returns a script for a server that sends HTTP/2 to a client that didn't request it.
  mutating func framed() -> ServerScript {
    var script = ServerScript()
    var greeting = chance(5) ? [] : HTTP2Frame.settingsFrame(settings())
    if chance(60) { greeting += HTTP2Frame.frame(HTTP2Frame.settings, flags: 1) }
    if chance(15) { greeting += frames(stream: pick([0, 1, 2, 3])) }
    script.greeting = pieces(chance(10) ? mutated(greeting) : greeting)
    var bytes: [UInt8] = []
    for _ in 0..<pick([1, 2, 3, 6]) { bytes += frames(stream: 1) }
    let answer = pieces(chance(15) ? mutated(bytes) : bytes)
    script.answer = { answer }
    script.end = pick([.close, .hang, .hang, .reset])
    return script
  }

  private mutating func settings() -> [(UInt16, UInt32)] {
    let all: [(UInt16, UInt32)] = [
      (1, 0), (1, 65_536), (2, 0), (2, 1), (2, 2), (3, 0), (3, 1), (3, 100), (3, .max), (4, 0),
      (4, .max), (4, 65_535), (5, 16_384), (5, 1), (6, 1), (6, 0), (8, 1), (0xFFFF, 7),
    ]
    return chance(50) ? [] : (0..<pick([1, 2, 4])).map { _ in pick(all) }
  }

  private mutating func frames(stream: UInt32) -> [UInt8] {
    typealias Frame = HTTP2Frame
    let stream = chance(90) ? stream : pick([0, 1, 2, 3, 5, 0x7FFF_FFFF])
    let end = pick([0, Frame.endStream])
    let fields = [(":status", pick(Self.statuses))] + extraFields()
    switch pick(Array(0...15)) {
    case 0...4:
      return Frame.frame(
        Frame.headers, flags: Frame.endHeaders | end, stream: stream, Frame.block(fields))
        + (end == 0 ? Frame.frame(Frame.data, flags: 1, stream: stream, pick(Self.bodies)) : [])
    case 5:
      let block = Frame.block(fields)
      return Frame.frame(Frame.headers, flags: end, stream: stream, Array(block.prefix(3)))
        + Frame.frame(
          Frame.continuation, flags: Frame.endHeaders, stream: stream, Array(block.dropFirst(3)))
    case 6: return Frame.frame(Frame.data, flags: end, stream: stream, pick(Self.bodies))
    case 7:
      return Frame.frame(Frame.resetStream, stream: stream, Frame.big(pick([0, 1, 7, 8, 13])))
    case 8: return Frame.settingsFrame(settings())
    case 9:
      let promised = Frame.big(pick([2, 4, 2, 1]))
      let request = [
        (":method", "GET"), (":scheme", "https"), (":authority", "tls.test"), (":path", "/p"),
      ]
      return Frame.frame(
        Frame.pushPromise, flags: Frame.endHeaders, stream: stream, promised + Frame.block(request))
        + Frame.frame(
          Frame.headers, flags: Frame.endHeaders | end, stream: 2, Frame.block([(":status", "200")])
        )
        + Frame.frame(Frame.resetStream, stream: 2, Frame.big(8))
    case 10: return Frame.frame(Frame.ping, flags: pick([0, 1]), [UInt8](repeating: 7, count: 8))
    case 11:
      return Frame.frame(
        Frame.goAway, Frame.big(pick([0, 1, 3, 0x7FFF_FFFF])) + Frame.big(pick([0, 1, 11])))
    case 12:
      return Frame.frame(
        Frame.windowUpdate, stream: pick([0, stream]), Frame.big(pick([0, 1, 0x7FFF_FFFF])))
    case 13: return Frame.frame(Frame.settings, flags: 1)
    case 14:
      return Frame.frame(pick([2, 10, 12, 99]), stream: pick([0, stream]), [0, 0, 0, 1, 5])
    default: return Frame.frame(Frame.headers, flags: 0xFF, stream: stream, Frame.block(fields))
    }
  }

  private mutating func extraFields() -> [(String, String)] {
    let all = [
      ("content-type", "text/html"), ("content-length", "5"), ("content-length", "x"),
      ("content-encoding", "gzip"), ("content-encoding", "deflate"), ("Upper", "case"),
      ("connection", "close"), ("transfer-encoding", "chunked"), (":status", "200"),
      (":path", "/"), ("", ""), ("x", "\r\n"), ("location", "/"), ("te", "x"),
      ("x", String(repeating: "y", count: 9_000)),
    ]
    return chance(40) ? [] : (0..<pick([1, 2, 3])).map { _ in pick(all) }
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }
}
