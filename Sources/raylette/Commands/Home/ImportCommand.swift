import Localization
import ArgumentParser
import Bookmarks
import Foundation
import LinkStore
import Links
import Markup

/// `raylette import`: restores what `raylette export` wrote.
struct ImportCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "import",
      abstract: localized("Restore everything from a file of raylette export."),
      discussion: localized(
        """
        Restores all of the file, or nothing. Nothing may be saved yet: raylette saved import adds the \
        links of the file, and of bookmark files, to what's saved. Also reads files compressed with \
        gzip.
          gzip -dc raylette.jsonl.gz | raylette import -
        """))
  }

  @Argument(
    help: ArgumentHelp(localized("The file; - reads standard input."), valueName: "file"),
    completion: .file())
  var file: String

  func validate() throws {
    if file.isEmpty { throw ValidationError(localized("The name of the file is empty.")) }
  }

  func run() async throws {
    let access = try SavedStoreAccess.forWriting()
    let lines = try ImportFile(name: file, format: nil).lines()
    let progress = ProgressLine()
    let result = try await access.run { store throws(StoreError) in
      do throws(HomeImportError) {
        let report = try await store.importHome(
          from: lines, progress: { progress.show($0.linesText) })
        return Result<HomeReport, HomeImportError>.success(report)
      } catch {
        return .failure(error)
      }
    }
    progress.hide()
    switch result {
    case .success(let report): try CommandOutput.print("\(file): \(report.text)")
    case .failure(let error): throw CommandFailure(error)
    }
  }
}

extension HomeReport {
  /// `restored 1,200 links; kept texts: 30, wheels: 2, cards of the history: 500`.
  fileprivate var text: String {
    localized(
      """
      restored \(linkCount, "link"); kept texts: \(textCount.grouped), \
      wheels: \(wheelCount.grouped), cards of the history: \(visitCount.grouped)
      """)
  }
}
