import Foundation
import LinkPreview

/// Fetches previews, several at once, and prints them in the order they were asked for.
struct PreviewRun: Sendable {
  let timeout: Duration
  let jobs: Int
  let output: PreviewOutput

  /// Throws a ``CommandFailure`` when some failed.
  func run(_ inputs: [PreviewInput]) async throws {
    var waiting = Array(inputs.enumerated())[...]
    var finished: [Int: Preview] = [:]
    var printed = 0
    var failures = 0
    output.showProgress(0, of: inputs.count)
    try await withThrowingTaskGroup(of: (Int, Preview).self) { group in
      func startNext() {
        guard let (index, input) = waiting.popFirst() else { return }
        group.addTask { (index, await preview(input)) }
      }
      for _ in 0..<jobs { startNext() }
      while let (index, preview) = try await group.next() {
        startNext()
        finished[index] = preview
        while let next = finished.removeValue(forKey: printed) {
          if next.isFailure { failures += 1 }
          output.hideProgress()
          try output.print(next, of: inputs[printed].text)
          printed += 1
        }
        output.showProgress(printed + finished.count, of: inputs.count)
      }
    }
    output.hideProgress()
    if failures > 0 { throw CommandFailure(message: nil, exitCode: 1) }
  }

  private func preview(_ input: PreviewInput) async -> Preview {
    guard let url = input.url else { return .failure(.notAllowed(.notAWebAddress)) }
    do {
      if output.format == .findings {
        return .findings(try await PageCheck.findings(fetching: url, timeout: timeout))
      }
      return .metadata(try await LinkMetadata(fetching: url, timeout: timeout))
    } catch {
      return .failure(error)
    }
  }
}
