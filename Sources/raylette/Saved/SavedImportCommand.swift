public import ArgumentParser
import Foundation
public import LinkStore

extension BookmarkFormat: ExpressibleByArgument {}

struct SavedImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Take in the links of bookmark files: all of a file, or nothing.",
    discussion: """
      Knows the HTML of browsers and services, Firefox's places.sqlite, Chrome's Bookmarks, tables of \
      Pocket, Instapaper and Raindrop, OPML, Markdown, plain text and its own JSON. Folders become \
      tags. Nothing is fetched. Importing a file again adds nothing.
      """)

  @Argument(help: ArgumentHelp("The files; - reads standard input.", valueName: "file"))
  var files: [String]

  @Option(help: "What the files are, where it can't be told from how they begin.")
  var format: BookmarkFormat?

  func run() async throws {
    let access = try SavedStoreAccess.forWriting()
    for file in files {
      let reader =
        file == "-"
        ? BookmarkReader(handle: .standardInput, format: format)
        : BookmarkReader(file: URL(filePath: file), format: format)
      let progress = ImportProgress()
      let result = try await access.run { store throws(StoreError) in
        try await store.importLinks(from: reader, at: Date(), progress: progress.show)
      }
      progress.hide()
      switch result {
      case .success(let report): try tell(report, of: file)
      case .failure(let error): throw CommandFailure(message: "\(error)", exitCode: 1)
      }
    }
  }

  private func tell(_ report: ImportReport, of file: String) throws {
    for problem in report.problems {
      let place = problem.line.map { "\(file):\($0)" } ?? file
      CommandOutput.report("\(place): skipped: \(problem.sentence)")
    }
    if report.problemCount > report.problems.count {
      CommandOutput.report(
        "\(file): and \(report.problemCount - report.problems.count) more skipped")
    }
    var words = ["\(report.added) added", "\(report.known + report.enriched) known"]
    if report.enriched > 0 { words[1] += " (\(report.enriched) with new tags or notes)" }
    if report.problemCount > 0 { words.append("\(report.problemCount) skipped") }
    try CommandOutput.print("\(file): \(words.joined(separator: ", "))")
    if report.added + report.known + report.enriched == 0, report.problemCount > 0 {
      throw CommandFailure(message: nil, exitCode: 1)
    }
  }
}

/// How far an import is, on a terminal only.
private struct ImportProgress: Sendable {
  private let isTerminal = isatty(STDERR_FILENO) == 1

  func show(_ progress: BookmarkReader.Progress) {
    guard isTerminal else { return }
    let part = progress.bytesTotal.map { ", \(100 * progress.bytesRead / max(1, $0)) % read" } ?? ""
    FileHandle.standardError.write(Data("\r\(progress.entryCount) links\(part)\u{1B}[K".utf8))
  }

  func hide() {
    if isTerminal { FileHandle.standardError.write(Data("\r\u{1B}[K".utf8)) }
  }
}
