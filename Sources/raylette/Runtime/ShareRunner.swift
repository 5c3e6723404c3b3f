import Markup
import Foundation
import LinkPreview
import LinkStore
import RayletteApp

/// Makes what an activity gives away, and gives it away, apart from the screen.
struct ShareRunner: Sendable {
  let saved: SavedLinkStore
  let clipboard: Clipboard
  let mail: MailProgram
  let terminal: TerminalAccess
  let folders: ShareFolders

  init(saved: SavedLinkStore, environment: [String: String], terminal: TerminalAccess) {
    self.saved = saved
    self.terminal = terminal
    clipboard = Clipboard(environment: environment, terminal: terminal)
    mail = MailProgram()
    folders = ShareFolders(environment: environment)
  }

  /// Never throws: how it ended is the result.
  func share(_ activity: ShareActivity, _ source: ShareSource) async -> ShareOutcome {
    let outcome: ShareOutcome
    do throws(ShareFailure) {
      let links = try await links(of: source)
      // What was read until a cancel is not all that was picked.
      if Task.isCancelled { throw ShareFailure(sentence: "it was cancelled.") }
      guard let first = links.first else {
        throw ShareFailure(sentence: "the link is not there any more.")
      }
      outcome = try await share(activity, links, first)
    } catch {
      outcome = .failed(error)
    }
    // What was done is done, whenever it was called off.
    if Task.isCancelled, case .failed = outcome { return .cancelled }
    return outcome
  }

  private func share(
    _ activity: ShareActivity, _ links: [SavedLink], _ first: SavedLink
  ) async throws(ShareFailure) -> ShareOutcome {
    let metadata = links.map(\.metadata)
    switch activity {
    case .copy(let form):
      let way = try await clipboard.copy(SharedText(metadata).text(form))
      return .completed("Copied \(ShareActivity.copied(form, count: links.count)) \(way).")
    case .email:
      guard let link = MailLink(first.metadata) else {
        throw ShareFailure(sentence: "no message can be made of this link.")
      }
      return .completed("Handed to the mail program by \(try await mail.open(link.url)).")
    case .code:
      let address = first.metadata.address.text
      return .code(try await QRCode(encoding: address), address: address)
    case .save(let form):
      let file = try SharedFileWriter(folders: folders).write(links, as: form)
      return .completed("Saved \(file).")
    case .command(let command):
      return .completed(try await run(command, with: first.metadata))
    case .open: throw ShareFailure(sentence: "this is done by the browser.")
    }
  }

  /// In the order of the list they were picked in.
  private func links(of source: ShareSource) async throws(ShareFailure) -> [SavedLink] {
    switch source {
    case .link(let metadata):
      return [SavedLink(id: 0, metadata: metadata, savedAt: Date())]
    case .saved(let ids):
      do throws(StoreError) {
        var links: [SavedLink.ID: SavedLink] = [:]
        for start in stride(from: 0, to: ids.count, by: 500) where !Task.isCancelled {
          for link in try await saved.links(ids[start..<min(start + 500, ids.count)]) {
            links[link.id] = link
          }
        }
        return ids.compactMap { links[$0] }
      } catch {
        throw ShareFailure(sentence: "\(error).")
      }
    }
  }

  private func run(
    _ command: ShareCommand, with link: LinkMetadata
  ) async throws(ShareFailure) -> String {
    let arguments = CommandTemplate(command.words).arguments(for: link)
    guard let child = await ChildProcess(command.words[0], arguments) else {
      throw ShareFailure(sentence: "there is no program \(command.words[0]).")
    }
    let outcome =
      command.usesTerminal
      ? await terminal.withTerminalReleased { await child.runInTerminal() } : await child.runToEnd()
    switch outcome {
    case .succeeded: return "\(command.name): done."
    case .failed(let words):
      throw ShareFailure(sentence: Self.lastLine(words) ?? "\(child.name) reports an error.")
    case .notStarted: throw ShareFailure(sentence: "\(child.name) could not be started.")
    case .cancelled: throw ShareFailure(sentence: "it was cancelled.")
    }
  }

  /// The last line of what a program printed, without what it is coloured with (ECMA-48, section 5.4);
  /// nil when it printed nothing.
  private static func lastLine(_ output: String?) -> String? {
    output?.replacing(/\u{1B}\[[0-?]*[ -\/]*[@-~]/, with: "").split(whereSeparator: \.isNewline)
      .reversed().lazy.compactMap { PlainText.folded(String($0), limit: 300) }.first
  }
}
