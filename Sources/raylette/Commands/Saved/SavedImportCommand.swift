import Bookmarks
public import ArgumentParser
import Foundation
import Links
import LinkStore
import RayletteApp
import Markup

extension BookmarkFormat: ExpressibleByArgument {}

struct SavedImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Import the links of bookmark files: all of a file, or nothing.",
    discussion: """
      Reads the HTML of browsers and services, the files of Firefox, Chrome, Safari and Opera, the \
      tables of Pocket, Instapaper, Raindrop and Readwise, any other CSV or TSV, the JSON of any \
      service, OPML, XBEL, newsboat's urls, feeds, sitemaps, saved web pages, Markdown, Org and \
      plain text; also compressed with gzip. Folders become tags. Nothing is fetched. Importing a file again adds nothing; links in the trash are restored. \
      What isn't a web link is skipped and counted by kind.
      """)

  @Argument(
    help: ArgumentHelp("The files; - reads standard input.", valueName: "file"),
    completion: .file())
  var files: [String]

  @Option(help: "The format of the files, if it can't be detected from how they begin.")
  var format: BookmarkFormat?

  @Flag(
    name: .shortAndLong, help: "List what was skipped, with its line, on standard error.")
  var verbose = false

  @OptionGroup var dryRun: DryRunOption

  func validate() throws {
    if files.contains("") { throw ValidationError("The name of a file is empty.") }
  }

  func run() async throws {
    let access = try SavedStoreAccess.forWriting()
    if dryRun.isDryRun {
      try await importFiles(into: access)
    } else {
      try await importFiles(into: access.recording(.imported))
    }
  }

  private func importFiles(into access: SavedStoreAccess) async throws {
    for file in files {
      let reader = try ImportFile(name: file, format: format).reader()
      let progress = ProgressLine()
      let result = try await access.run { store throws(StoreError) in
        do throws(ImportError) {
          let report = try await store.importLinks(
            from: reader, at: Date(), isDryRun: dryRun.isDryRun,
            progress: { progress.show($0.text) })
          return Result<ImportReport, BookmarkFileError>.success(report)
        } catch {
          switch error {
          case .store(let error): throw error
          case .file(let error): return .failure(error)
          }
        }
      }
      progress.hide()
      switch result {
      case .success(let report): try printReport(report, of: file)
      case .failure(let error): throw CommandFailure(error)
      }
    }
  }

  private func printReport(_ report: ImportReport, of file: String) throws {
    if verbose { list(report, of: file) }
    let skipped = Self.skipped(report)
    let format = report.format.map { " (read as \($0.rawValue))" } ?? ""
    guard report.linkCount > 0 else {
      let more = skipped.map { "; \($0)" } ?? ""
      throw CommandFailure(message: "No links found in \(file)\(format)\(more)", exitCode: 1)
    }
    func verb(_ word: String) -> String { dryRun.isDryRun ? "would be \(word)" : word }
    let known = report.known + report.enriched
    var counts = ["\(report.added.grouped) \(verb("added"))"]
    if report.restored > 0 {
      counts.append("\(report.restored.grouped) \(verb(SavedAddCommand.restored))")
    }
    counts.append(
      "\(known.grouped) already saved"
        + (report.enriched > 0 ? " (\(report.enriched.grouped) with new tags, notes or dates)" : "")
    )
    let end = skipped.map { "; \($0)" } ?? ""
    try CommandOutput.print("\(file): \(counts.joined(separator: ", "))\(format)\(end)")
  }

  /// Lists the skipped entries, with their lines.
  private func list(_ report: ImportReport, of file: String) {
    for problem in report.problems {
      let location = problem.line.map { "\(file):\($0)" } ?? file
      CommandOutput.report("\(location): skipped: \(problem.sentence)")
    }
    if report.problemCount > report.problems.count {
      CommandOutput.report(
        "\(file): and \((report.problemCount - report.problems.count).grouped) more skipped")
    }
  }

  /// `38 skipped: 12 place:, 25 file:, 1 apt:`. Nil if no entry was skipped.
  private static func skipped(_ report: ImportReport) -> String? {
    guard report.problemCount > 0 else { return nil }
    let kinds = report.skipped.prefix(kindLimit).map { "\($0.count.grouped) \($0.kind.text)" }
    let others = report.skipped.dropFirst(kindLimit).reduce(0) { $0 + $1.count }
    let end = others > 0 ? ["\(others.grouped) others"] : []
    return "\(report.problemCount.grouped) skipped: \((kinds + end).joined(separator: ", "))"
  }

  /// The maximum number of kinds in the list.
  private static let kindLimit = 8
}

extension BookmarkReader.Progress {
  /// `1200 links, 40 % read`.
  fileprivate var text: String {
    let part = bytesTotal.map { ", \(100 * bytesRead / max(1, $0)) % read" } ?? ""
    return "\(entryCount) links\(part)"
  }
}
