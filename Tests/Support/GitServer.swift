public import Foundation

/// A web server on the loopback interface for the git repositories in a folder. Runs git's own
/// `http-backend` for each request.
public final class GitServer: Sendable {
  private let server: SocketServer

  public var port: Int { server.port }

  /// Starts on a free port.
  /// - Parameters:
  ///   - login: `name:password`, or nil if everybody may read.
  ///   - canWrite: whether pushes are accepted.
  public init(folder: URL, login: String? = nil, canWrite: Bool = true) throws {
    let site = Site(folder: folder.path(percentEncoded: false), login: login, canWrite: canWrite)
    server = try SocketServer { connection in
      guard let head = try connection.head()?.components(separatedBy: "\r\n") else { return }
      let length =
        head.first { $0.lowercased().hasPrefix("content-length:") }
        .flatMap { Int($0.split(separator: " ").last ?? "") } ?? 0
      let body = try Data(connection.body(count: length))
      try connection.send(Array(site.response(to: head, body: body)))
    }
  }

  public func close() async { await server.close() }

  private struct Site: Sendable {
    let folder: String
    let login: String?
    let canWrite: Bool

    /// Returns the whole response.
    func response(to head: [String], body: Data) throws -> Data {
      let request = (head.first ?? "").split(separator: " ").map(String.init)
      guard request.count == 3 else { return Data() }
      func header(_ name: String) -> String? {
        head.first { $0.lowercased().hasPrefix("\(name):") }
          .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
      }
      if let login, header("authorization") != "Basic \(Data(login.utf8).base64EncodedString())" {
        return Data(
          "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            .utf8)
      }
      let target = request[1].split(separator: "?", maxSplits: 1).map(String.init)
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = ["git", "http-backend"]
      var environment = [
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "", "HOME": folder,
        "GIT_CONFIG_NOSYSTEM": "1", "GIT_PROJECT_ROOT": folder, "GIT_HTTP_EXPORT_ALL": "1",
        "REQUEST_METHOD": request[0], "PATH_INFO": target[0],
        "QUERY_STRING": target.count > 1 ? target[1] : "",
        "CONTENT_TYPE": header("content-type") ?? "", "CONTENT_LENGTH": String(body.count),
      ]
      environment["HTTP_CONTENT_ENCODING"] = header("content-encoding")
      environment["GIT_PROTOCOL"] = header("git-protocol")
      // The back end accepts pushes from people it knows.
      if canWrite { environment["REMOTE_USER"] = "x" }
      process.environment = environment
      let input = FileManager.default.temporaryDirectory
        .appending(path: "raylette-git-\(UUID().uuidString)")
      try body.write(to: input)
      defer { try? FileManager.default.removeItem(at: input) }
      process.standardInput = try FileHandle(forReadingFrom: input)
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = FileHandle.nullDevice
      try process.run()
      let output = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      // A CGI answer has its status among the headers.
      let end = output.range(of: Data("\r\n\r\n".utf8))?.upperBound ?? output.endIndex
      let lines = String(decoding: output[..<end], as: UTF8.self).components(separatedBy: "\r\n")
      let status = lines.first { $0.hasPrefix("Status: ") }?.dropFirst("Status: ".count) ?? "200 OK"
      let kept = lines.filter { !$0.isEmpty && !$0.hasPrefix("Status:") }
      let start =
        ["HTTP/1.1 \(status)"] + kept
        + ["Content-Length: \(output.count - (end - output.startIndex))", "Connection: close"]
      return Data((start.joined(separator: "\r\n") + "\r\n\r\n").utf8) + output[end...]
    }
  }
}
