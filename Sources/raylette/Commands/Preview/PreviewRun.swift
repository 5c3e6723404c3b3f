import Favorites
import Foundation
import LinkFetching
import LinkPreview
import Localization
import Markup

/// Fetches previews concurrently, and prints them in the order of the requests.
struct PreviewRun: Sendable {
  let timeout: Duration
  let jobs: Int
  /// Whether to check pages instead of showing them.
  let checks: Bool
  let output: PreviewOutput

  private enum Event: Sendable {
    /// The next input, or nil after the last one.
    case input(PreviewInput?)
    case preview(Int, Preview)
  }

  /// Prints the previews of all inputs. Throws a ``CommandFailure`` if any failed.
  /// - Parameter total: the number of inputs, if known.
  func run(
    _ inputs: AsyncThrowingStream<PreviewInput, any Error>, total: Int?
  ) async throws {
    let interrupt = InterruptWatch(isNeeded: output.needsCleaning, clean: output.clean)
    defer { interrupt?.end() }
    var texts: [String] = []
    var finished: [Int: Preview] = [:]
    var printed = 0
    var exitCode: Int32?
    var isReading = false
    var isAtEnd = false
    output.showProgress(0, of: total)
    try await withThrowingTaskGroup(of: Event.self) { group in
      func readNext() {
        isReading = true
        group.addTask {
          for try await input in inputs { return .input(input) }
          return .input(nil)
        }
      }
      readNext()
      while let event = try await group.next() {
        switch event {
        case .input(nil): (isReading, isAtEnd) = (false, true)
        case .input(let input?):
          isReading = false
          let index = texts.count
          texts.append(input.text)
          if input.url == nil { exitCode = PreviewInput.refusedCode }
          group.addTask { .preview(index, await preview(input)) }
        case .preview(let index, let preview): finished[index] = preview
        }
        while let next = finished.removeValue(forKey: printed) {
          if next.isFailure { exitCode = exitCode ?? 1 }
          output.hideProgress()
          try output.print(next, of: texts[printed])
          printed += 1
        }
        let done = printed + finished.count
        if !isReading, !isAtEnd, texts.count - done < jobs, texts.count - printed < window {
          readNext()
        }
        output.showProgress(done, of: total)
      }
    }
    output.hideProgress()
    if let exitCode { throw CommandFailure(message: nil, exitCode: exitCode) }
  }

  /// The maximum number of addresses that are fetched before an earlier one is printed. Waiting
  /// pictures take up to 2 MB each.
  private var window: Int { output.hasPictures ? max(jobs, 16) : .max }

  private func preview(_ input: PreviewInput) async -> Preview {
    guard let url = input.url else { return .failure(.notAllowed(.notAWebAddress)) }
    do {
      let pages = MetadataLoader.pages(timeout: timeout)
      if checks, output.format == .json {
        return try await Catalogue.run(in: .english) { () async throws(LinkMetadataError) in
          .findings(try await pages.findings(for: url))
        }
      }
      if checks { return .findings(try await pages.findings(for: url)) }
      let metadata = try await pages.metadata(for: url)
      return .card(metadata, await output.picture(of: metadata))
    } catch {
      return .failure(error)
    }
  }
}

/// The result for an address.
enum Preview: Sendable {
  case card(LinkMetadata, PreviewPicture? = nil)
  /// The page on standard input is a bot wall. Contains the wall's own metadata.
  case wall(LinkMetadata, LinkMetadataError)
  case findings([PageCheck.Finding])
  case failure(LinkMetadataError)

  /// Whether the result makes the exit code 1.
  var isFailure: Bool {
    switch self {
    case .card: false
    case .findings(let findings): findings.contains { $0.severity == .error }
    case .failure, .wall: true
    }
  }
}
