import ArgumentParser
import LinkExchange
import LinkStore
import Localization

/// `raylette sync repair`: checks the place and this machine against each other.
struct SyncRepairCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "repair",
      abstract: localized("Check the place and the links here, and mend what differs."),
      discussion: localized(
        """
        Exchanges changes, then reads all logs and compares them with what's saved here. What's \
        missing or damaged on one side is taken from the other; nothing is removed. Prints one \
        finding per line: status, subject, finding and advice, separated by tabs. The status is ok, \
        mended or limited (there's something to do). With --json, the keys are those of raylette \
        doctor.
        """))
  }

  @Flag(help: .jsonLines)
  var json = false

  func run() async throws {
    let access = try SyncAccess()
    let target = try await access.target()
    try await CommandOutput.inResultLanguage(isJSON: json) {
      let findings = try await access.withLock { () throws(SyncError) in
        let progress = SyncProgress()
        defer { progress.end() }
        var engine = await access.engine(at: target)
        engine.onProgress = progress.show
        return try await engine.repair()
      }
      for finding in findings { try Finding(finding).print(asJSON: json) }
    }
    try await access.reportNews()
  }
}

extension Finding {
  init(_ finding: SyncFinding) {
    let status: Status =
      switch finding.status {
      case .sound: .ok
      case .mended: .mended
      case .open: .limited
      }
    self.init(status, finding.subject, finding.text, advice: finding.advice)
  }
}
