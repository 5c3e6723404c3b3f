import Foundation
import LinkExchange
import LinkPreview
import LinkStore
import Links
import Markup
import RayletteApp

/// Performs share activities.
struct Sharing: Sendable {
  let saved: SavedLinkStore
  let clipboard: Clipboard
  let mail: MailProgram
  let terminal: TerminalAccess
  let folders: ShareFolders
  let now: @Sendable () -> Date

  init(
    saved: SavedLinkStore, environment: [String: String], terminal: TerminalAccess,
    now: @escaping @Sendable () -> Date
  ) {
    self.saved = saved
    self.terminal = terminal
    self.now = now
    clipboard = Clipboard(environment: environment, terminal: terminal)
    mail = MailProgram()
    folders = ShareFolders(environment: environment)
  }

  @concurrent
  func share(
    _ activity: ShareActivity, _ source: ShareSource
  ) async -> Result<ShareOutcome, ShareFailure> {
    do throws(ShareFailure) {
      if case .article(let metadata, let markdown) = source,
        let outcome = try await share(activity, markdown, of: metadata)
      {
        return .success(outcome)
      }
      let links = try await links(of: source)
      // After a cancellation, the links read so far may be only some of the selected ones.
      if Task.isCancelled { throw .cancelled }
      guard let first = links.first else { throw .linkGone }
      // A completed activity counts as a success, even if the task was cancelled at the end.
      return .success(try await share(activity, links, first))
    } catch {
      return .failure(Task.isCancelled ? .cancelled : error)
    }
  }

  private func share(
    _ activity: ShareActivity, _ links: [SavedLink], _ first: SavedLink
  ) async throws(ShareFailure) -> ShareOutcome {
    let metadata = links.map(\.metadata)
    switch activity {
    case .copy(let format):
      let route = try await clipboard.copy(SharedText(metadata).text(format))
      return .copied(linkCount: links.count, route)
    case .email:
      guard let link = MailLink(first.metadata) else { throw .noMessage }
      return .mailed(by: try await mail.open(link.url))
    case .code:
      let address = first.metadata.address.text
      return .code(try await QRCode(encoding: address), address: address)
    case .save(let format):
      return .saved(path: try SharedFileWriter(folders: folders).write(links, as: format))
    case .command(let command):
      try await run(command, with: first.metadata)
      return .ran
    case .open, .copyArticle, .saveArticle: throw .unsupported
    }
  }

  /// Shares the text of a page. Returns nil for an activity that shares links.
  private func share(
    _ activity: ShareActivity, _ markdown: String, of metadata: LinkMetadata
  ) async throws(ShareFailure) -> ShareOutcome? {
    switch activity {
    case .copyArticle:
      return .copied(linkCount: 1, try await clipboard.copy(markdown))
    case .saveArticle:
      let writer = SharedFileWriter(folders: folders)
      return .saved(
        path: try writer.write(Array("\(markdown)\n".utf8), ending: "md", of: [metadata]))
    case .copy, .email, .code, .open, .save, .command: return nil
    }
  }

  /// Returns the links in the order of the list.
  private func links(of source: ShareSource) async throws(ShareFailure) -> [SavedLink] {
    switch source {
    case .link(let metadata), .article(let metadata, _):
      return [SavedLink(id: 0, metadata: metadata, savedAt: now())]
    case .saved(let ids):
      do throws(StoreError) {
        return try await saved.links(ids)
      } catch {
        throw .store(error)
      }
    }
  }

  private func run(
    _ command: ShareCommand, with link: LinkMetadata
  ) async throws(ShareFailure) {
    let name = command.arguments[0]
    let arguments = CommandTemplate(command.arguments).arguments(for: link)
    guard let child = await ChildProcess(name, arguments) else { throw .noProgram(name) }
    let outcome =
      command.usesTerminal
      ? await terminal.withTerminalReleased { await child.runInTerminal() } : await child.runToEnd()
    switch outcome {
    case .succeeded: break
    case .failed(let output):
      throw Self.lastLine(output).map { .printed($0) } ?? .failed(child.name)
    case .notStarted: throw .notStarted(child.name)
    case .cancelled: throw .cancelled
    }
  }

  /// Returns the last line that a program printed, without control sequences for colours (ECMA-48,
  /// section 5.4). Returns nil if it printed nothing.
  private static func lastLine(_ output: String?) -> String? {
    output?.replacing(/\u{1B}\[[0-?]*[ -\/]*[@-~]/, with: "").split(whereSeparator: \.isNewline)
      .reversed().lazy.compactMap { PlainText.folded(String($0), limit: 300) }.first
  }
}

extension ShareActivity {
  /// Whether the activity has to finish after the user quits.
  var outlivesScreen: Bool {
    switch self {
    case .copy, .save, .copyArticle, .saveArticle: true
    case .email, .code, .open, .command: false
    }
  }
}
