import ArgumentParser
import LinkExchange
import LinkStore
import Localization

/// `raylette sync invite`: prints how another machine joins.
struct SyncInviteCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "invite", abstract: localized("Print the line that lets another machine join."),
      discussion: localized(
        """
        Run that line on the other machine. A password isn't printed. If the place is encrypted, \
        make a key there first, and add its public part here, as standard error says.
        """))
  }

  func run() async throws {
    let access = try SyncAccess()
    let target = try await access.target()
    try CommandOutput.print(
      ["raylette", "sync", "init", Self.argument(for: target)].joined(separator: " "))
    if case .folder = target {
      CommandOutput.report(
        "raylette: " + localized("give the folder's path there, if it's another one"))
    }
    if try await access.store.state()?.recipients.isEmpty == false {
      CommandOutput.report(
        "raylette: "
          + localized(
            """
            the place is encrypted; there: age-keygen -o ~/.config/age/keys.txt, and \
            sync: {identity: ~/.config/age/keys.txt} in the settings; then here: \
            raylette sync recipients add, with the public key that age-keygen prints
            """))
    }
  }

  /// The arguments for a shell.
  private static func argument(for target: SyncTarget) -> String {
    let name = target.displayName
    let isPlain = name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "@%+=:,./-_".utf8.contains(byte)
      }
    }
    let quoted = isPlain ? name : "'\(name.replacing("'", with: #"'\''"#))'"
    if case .folder = target { return "--folder \(quoted)" }
    return quoted
  }
}
