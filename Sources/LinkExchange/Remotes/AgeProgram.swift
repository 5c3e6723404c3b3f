import Foundation
import Links
import Localization
import Markup

/// Encrypts and decrypts with the age program (https://age-encryption.org), which has to be
/// installed.
package struct AgeProgram: Sendable {
  /// The key that this device decrypts with, and the keys that it encrypts for.
  package struct Keys: Equatable, Sendable {
    /// Public keys for a remote that this device begins: `age1…` or `ssh-…`, our own among them. A
    /// remote that was begun has its own list.
    package var recipients: [String]
    /// The path of the file with our secret key, from `/` or `~/`.
    package var identity: String

    package init(recipients: [String] = [], identity: String) {
      self.recipients = recipients
      self.identity = identity
    }
  }

  private let program: ChildProcess
  private let environment: [String: String]
  let keys: Keys

  init(_ keys: Keys, environment: [String: String]) async throws(SyncRemoteError) {
    guard let path = ChildProcess.path(of: "age", in: environment),
      let program = await ChildProcess(path)
    else { throw .programMissing("age") }
    (self.program, self.environment, self.keys) = (program, environment, keys)
  }

  func encrypt(
    _ bytes: [UInt8], for recipients: [String]
  ) async throws(SyncRemoteError) -> [UInt8] {
    guard !recipients.isEmpty else { throw .noRecipients }
    return try await run(["--encrypt"] + recipients.map { "--recipient=\($0)" }, bytes)
  }

  func decrypt(_ bytes: [UInt8]) async throws(SyncRemoteError) -> [UInt8] {
    try await run(["--decrypt", "--identity", identityPath], bytes)
  }

  private var identityPath: String {
    guard keys.identity.hasPrefix("~/"), let home = environment["HOME"], !home.isEmpty else {
      return keys.identity
    }
    return home + keys.identity.dropFirst()
  }

  /// A file of the largest size takes less than a second, but a key may be on a slow device.
  private static let timeLimit = Duration.seconds(60)

  private func run(
    _ arguments: [String], _ input: [UInt8]
  ) async throws(SyncRemoteError) -> [UInt8] {
    var program = program
    program.arguments = arguments
    let completion = await program.complete(
      environment: environment, input: input, outputLimit: RemoteLayout.sizeLimit,
      timeLimit: Self.timeLimit)
    switch completion {
    case .succeeded(let bytes): return bytes
    case .failed(_, let error): throw .locked(reason: Self.reason(error))
    case .tooLarge: throw .locked(reason: SyncRefusals.tooLarge)
    case .notStarted: throw .locked(reason: LocalizedText("age can't be started").english)
    case .timedOut:
      // A text with values can't be translated later.
      throw .locked(reason: localized("age didn't end within \(Self.timeLimit.secondsText)"))
    case .cancelled: throw .cancelled
    }
  }

  /// The first line that age writes, which has the reason. The other lines ask to report bugs.
  private static func reason(_ error: String) -> String {
    let line =
      error.split(separator: "\n").first.map(String.init) ?? localized("it doesn't say why")
    let prefix = "age: error: "
    return SyncRemoteError.line(
      line.hasPrefix(prefix) ? String(line.dropFirst(prefix.count)) : line)
  }
}
