import Foundation

/// What the server does after a request. Runs the steps in order, then closes the connection.
public struct Answer: Sendable {
  public enum Step: Sendable {
    case send([UInt8])
    case wait(milliseconds: Int)
    /// Waits until a test opens the gate.
    case gate(AsyncGate)
    /// Sends nothing more, but stays connected.
    case hang
    /// Sends these bytes again and again, forever.
    case endless([UInt8])
    /// Drops the connection with a reset.
    case reset
    /// Sends nothing more, and stays connected until the client has closed the connection.
    case finish
    /// Ends the answer, and stays connected for so many further requests at most. Then closes the
    /// connection without having said so: when the next request arrives, or after a time.
    case keepAlive(requests: Int = .max, milliseconds: Int? = nil)
  }

  private let choose: @Sendable (FixtureServer.Request) -> [Step]

  public init(_ steps: [Step]) { choose = { _ in steps } }

  /// Creates an answer that depends on the request, for example on a cookie.
  public init(_ choose: @escaping @Sendable (FixtureServer.Request) -> Answer) {
    self.choose = { choose($0).steps(for: $0) }
  }

  public func steps(for request: FixtureServer.Request) -> [Step] { choose(request) }

  public static func text(_ text: String) -> Answer { Answer([.send(Array(text.utf8))]) }

  public static func status(_ code: Int, headers: [String] = []) -> Answer {
    text(head(code, headers: headers + ["Content-Length: 0"]))
  }

  public static func redirect(_ code: Int = 302, to address: String) -> Answer {
    status(code, headers: ["Location: \(address)"])
  }

  /// The same answer on a connection that stays open for further requests; see
  /// ``Step/keepAlive(requests:milliseconds:)``.
  public func keepingAlive(requests: Int = .max, milliseconds: Int? = nil) -> Answer {
    Answer { request in
      let steps = steps(for: request).map { step in
        guard case .send(let bytes) = step else { return step }
        let text = String(decoding: bytes, as: UTF8.self)
        return Step.text(text.replacing("Connection: close\r\n", with: "", maxReplacements: 1))
      }
      return Answer(steps + [.keepAlive(requests: requests, milliseconds: milliseconds)])
    }
  }

  /// A page with a `Content-Length` header.
  public static func page(
    _ body: some Sequence<UInt8>, type: String? = "text/html; charset=utf-8",
    headers: [String] = []
  ) -> Answer {
    let bytes = Array(body)
    let type = type.map { ["Content-Type: \($0)"] } ?? []
    let head = head(200, headers: type + headers + ["Content-Length: \(bytes.count)"])
    return Answer([.send(Array(head.utf8) + bytes)])
  }

  public static func page(_ html: String, type: String? = "text/html; charset=utf-8") -> Answer {
    page(html.utf8, type: type)
  }

  /// A page of unknown length, sent in these steps.
  public static func open(_ steps: [Step], type: String = "text/html; charset=utf-8") -> Answer {
    Answer([.send(Array(head(200, headers: ["Content-Type: \(type)"]).utf8))] + steps)
  }

  /// An answer with any status and a body.
  public static func answer(_ code: Int, _ body: String, headers: [String] = []) -> Answer {
    let length = "Content-Length: \(body.utf8.count)"
    return text(
      head(code, headers: ["Content-Type: text/html; charset=utf-8", length] + headers) + body)
  }

  public static func head(_ code: Int, headers: [String]) -> String {
    (["HTTP/1.1 \(code) Fixture"] + headers + ["Connection: close", "", ""]).joined(
      separator: "\r\n")
  }
}

extension Answer.Step {
  public static func text(_ text: String) -> Answer.Step { .send(Array(text.utf8)) }
}
