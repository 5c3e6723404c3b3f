import Localization
import ArgumentParser
import Foundation
import LinkStore
import Links
import Markup

/// `raylette export`: everything, as a file that `raylette import` restores.
struct ExportCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "export",
      abstract: localized("Print everything that's saved, for raylette import on another machine."),
      discussion: localized(
        """
        Writes links, the trash, kept texts and pictures, wheels and the history to standard output, \
        one JSON object a line. raylette saved export has the formats of browsers.
          raylette export | gzip > raylette.jsonl.gz
        """))
  }

  func run() async throws {
    let access = try SavedStoreAccess()
    let progress = ProgressLine()
    let isShown = !StandardStream.output.isTerminal
    let result = try await access.run { store throws(StoreError) in
      try await store.exportHome(
        program: RayletteCommand.configuration.version,
        progress: { if isShown { progress.show($0.lineCount) } },
        to: { bytes throws(CommandFailure) in try StandardOutput.put(bytes) })
    }
    if isShown { progress.hide() }
    let report = try result.get()
    var problems: [String] = []
    if report.damagedCount > 0 {
      problems.append(
        localized(
          "\(report.damagedCount, "row is damaged and was", "rows are damaged and were") left out"))
    }
    if report.damagedWheelCount > 0 {
      let wheels = report.damagedWheelCount
      problems.append(
        localized("some sources of \(wheels, "wheel") are damaged and were left out"))
    }
    guard problems.isEmpty else {
      throw CommandFailure(
        message: localized("\(problems.clauses); raylette doctor says what to do"),
        exitCode: 1)
    }
  }
}
