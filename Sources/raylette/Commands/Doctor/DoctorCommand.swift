import ArgumentParser
import Foundation
import Links
import Localization
import Markup

/// `raylette doctor`: reports the parts that work here, the parts that don't, and remedies.
struct DoctorCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "doctor",
      abstract: localized("Check what works here, what doesn't, and how to mend it."),
      discussion: localized(
        """
        Prints one finding per line: status, subject, finding and advice, separated by tabs. The \
        status is ok, limited (it works without something) or broken. Nothing is sent over the \
        network. With --json, the keys are status, subject, finding and advice (null if there's \
        none). The exit code is 1 if something is broken.
        """))
  }

  @Flag(help: .jsonLines)
  var json = false

  func run() async throws {
    let isBroken = try await CommandOutput.inResultLanguage(isJSON: json) {
      try await printFindings(environment: Invocation.current.environment)
    }
    if isBroken { throw CommandFailure(message: nil, exitCode: 1) }
  }

  /// - Returns: whether something is broken.
  private func printFindings(environment: [String: String]) async throws -> Bool {
    var isBroken = false
    func print(_ findings: [Finding]) throws {
      for finding in findings {
        if finding.status == .broken { isBroken = true }
        try finding.print(asJSON: json)
      }
    }
    try print(TerminalCheckup(environment: environment).findings)
    // If the file has an error, the finding about the settings reports it.
    let configuration = (try? ConfigurationFile(environment: environment).read()) ?? Configuration()
    try print(
      ProgramCheckup(
        environment: environment, browserSetting: configuration.browser,
        isAccessible: configuration.isAccessible(environment: environment)
      ).findings)
    try print(await StoreCheckup(environment: environment).findings())
    try print(await SyncCheckup(environment: environment).findings())
    try print(NetworkCheckup(environment: configuration.fetchEnvironment(environment)).findings)
    try print([.clock(Date())])
    return isBroken
  }
}

/// The result of one check of `raylette doctor`.
struct Finding: Equatable, Sendable {
  /// Like names of options, the words are the same in every language, because the help explains them.
  enum Status: String, Sendable {
    case ok
    /// Something was wrong, and isn't any more.
    case mended
    /// The program works, but lacks a feature.
    case limited
    /// The program, or an important part of it, doesn't work.
    case broken
  }

  let status: Status
  /// The subject of the check: `terminal`.
  let subject: String
  let finding: String
  /// A remedy for the user to try.
  let advice: String?

  init(_ status: Status, _ subject: String, _ finding: String, advice: String? = nil) {
    (self.status, self.subject, self.finding) = (status, subject, finding)
    self.advice = advice
  }

  func print(asJSON isJSON: Bool) throws {
    if isJSON {
      try CommandOutput.printJSON([
        "status": status.rawValue, "subject": subject, "finding": finding, "advice": advice,
      ])
    } else {
      let columns = [status.rawValue, subject, finding] + (advice.map { [$0] } ?? [])
      try CommandOutput.print(columns: columns)
    }
  }

  /// Certificates look invalid, and cached pages out of date, if the clock is years off. Without
  /// the network, only a clock that's behind the date of this version of the program is surely
  /// wrong.
  static func clock(_ now: Date) -> Finding {
    let text = now.formatted(.iso8601)
    let isWrong = now < Date(timeIntervalSince1970: 1_767_225_600)  // 2026
    return isWrong
      ? Finding(
        .broken, localized("clock"),
        localized("\(text) is before this version was made, so certificates look invalid"),
        advice: localized("set the clock"))
      : Finding(.ok, localized("clock"), text)
  }
}
