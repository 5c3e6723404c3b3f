import Foundation
import NIOConcurrencyHelpers
import RayletteApp
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// Shows pages in the person's browser, in a process of its own whose output goes nowhere.
struct Browser: Sendable {
  private let commands: [[String]]

  /// - Parameter environment: `BROWSER` is a command, or several between colons of which the first
  ///   that exists counts, as xdg-open and Python have it. `%s` in it stands for the address, which
  ///   comes last otherwise.
  init(environment: [String: String]) {
    let own = (environment["BROWSER"] ?? "").split(separator: ":")
      .map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }.filter { !$0.isEmpty }
    #if os(macOS)
      commands = own + [["open"]]
    #else
      commands = own + [["xdg-open"], ["wslview"]]
    #endif
  }

  /// Opens an address; reports once when the browser started, and again should it fail.
  func open(
    _ url: URL, report: @Sendable (Result<BrowserName, BrowserFailure>) -> Void
  ) async {
    // Checked where the address leaves the program: only the web, and nothing that reads as an option.
    guard ["http", "https"].contains(url.scheme?.lowercased()) else {
      report(.failure(BrowserFailure(sentence: "Only http and https addresses are opened.")))
      return
    }
    for command in commands {
      guard let path = await executablePath(of: command[0]) else { continue }
      await run(path, command: command, url: url, report: report)
      return
    }
    let names = commands.map { $0[0] }.joined(separator: ", ")
    report(
      .failure(
        BrowserFailure(
          sentence: "No browser was found (\(names)); name one in the variable BROWSER.")))
  }

  /// Opens an address; returns why it could not be, once that is known.
  func failure(opening url: URL) async -> BrowserFailure? {
    let failure = NIOLockedValueBox<BrowserFailure?>(nil)
    await open(url) { result in
      if case .failure(let reason) = result { failure.withLockedValue { $0 = reason } }
    }
    return failure.withLockedValue(\.self)
  }

  private func executablePath(of name: String) async -> FilePath? {
    if name.contains("/") {
      return FileManager.default.isExecutableFile(atPath: name) ? FilePath(name) : nil
    }
    return try? await Executable.name(name).resolveExecutablePath(in: .inherit)
  }

  private func run(
    _ path: FilePath, command: [String], url: URL,
    report: @Sendable (Result<BrowserName, BrowserFailure>) -> Void
  ) async {
    let name = path.lastComponent?.string ?? command[0]
    let address = url.absoluteString
    var arguments = command.dropFirst().map { $0.replacing("%s", with: address) }
    if !command.dropFirst().contains(where: { $0.contains("%s") }) { arguments.append(address) }
    var options = PlatformOptions()
    // A session of its own: no signal of our terminal reaches the browser.
    options.createSession = true
    do {
      let result = try await Subprocess.run(
        .path(path), arguments: Arguments(Array(arguments)), platformOptions: options,
        input: .none, output: .discarded, error: .discarded
      ) { _ in report(.success(BrowserName(name: name))) }
      if !result.terminationStatus.isSuccess {
        report(.failure(BrowserFailure(sentence: "\(name) could not open the page.")))
      }
    } catch {
      report(.failure(BrowserFailure(sentence: "\(name) could not be started.")))
    }
  }
}
