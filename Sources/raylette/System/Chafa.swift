import Foundation
import LinkPreview
import RayletteApp
import Subprocess
import TerminalGrid

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// Draws pictures in cells with the `chafa` program. It runs as a child process, so that the
/// decoder of an untrusted file has no access to our memory or connections.
struct Chafa: Sendable {
  private let program: FilePath
  /// The tool that limits the resources of the process, because swift-subprocess can't. Linux has
  /// `prlimit` (util-linux). macOS has no such tool, and doesn't enforce memory limits either.
  private let limiter: FilePath?
  private let timeLimit: Duration

  /// Finds the program. Returns nil if it isn't installed.
  /// - Parameter environment: Reads `PATH`.
  init?(environment: [String: String], timeLimit: Duration = .seconds(5)) {
    func find(_ name: String) -> FilePath? {
      ChildProcess.path(of: name, in: environment).map { FilePath($0) }
    }
    guard let program = find("chafa") else { return nil }
    self.program = program
    limiter = find("prlimit")
    self.timeLimit = timeLimit
  }

  /// Draws a picture within a size and keeps its proportions. Returns nil if it can't be drawn
  /// within the time limit.
  func picture(of image: LinkImage, size: Size, depth: ColorDepth) async -> Picture? {
    await withTimeLimit(timeLimit) { await output(for: image, size: size, depth: depth) }.value
      .flatMap { $0 }
  }

  /// Runs chafa. Cancellation kills the process.
  private func output(for image: LinkImage, size: Size, depth: ColorDepth) async -> Picture? {
    let arguments = Self.arguments(size: size, depth: depth)
    let command = limiter.map { (path: $0, arguments: limits + [program.string] + arguments) }
    let (path, vector) = command ?? (program, arguments)
    do {
      let input = try Self.file(holding: image.data)
      let result = try await Subprocess.run(
        .path(path), arguments: Arguments(vector), environment: Self.environment,
        input: .fileDescriptor(input, closeAfterSpawningProcess: true),
        output: .bytes(limit: Self.outputLimit),
        error: .discarded)
      guard result.terminationStatus.isSuccess else { return nil }
      return Picture(symbolArt: result.standardOutput, limit: size)
    } catch {
      return nil
    }
  }

  /// Returns an unlinked file, positioned at its beginning. It's not a pipe, because writing to a
  /// program that exits before reading everything raises SIGPIPE, and swift-subprocess 1.0 traps
  /// then.
  private static func file(holding bytes: Data) throws -> FileDescriptor {
    let path = FilePath(NSTemporaryDirectory()).appending("raylette-\(UUID().uuidString)")
    let file = try FileDescriptor.open(
      path, .readWrite, options: [.create, .exclusiveCreate, .closeOnExec],
      permissions: .ownerReadWrite)
    unlink(path.string)
    do {
      try file.writeAll(bytes)
      try file.seek(offset: 0, from: .start)
    } catch {
      try? file.close()
      throw error
    }
    return file
  }

  /// The maximum bytes of output. A cell takes about 50 bytes, and this is ten times the largest
  /// picture of a card.
  private static let outputLimit = 1 << 20

  /// The limits of the process: enough address space for the largest ``LinkImage``, the time limit
  /// in seconds of CPU time, and no core dump.
  private var limits: [String] {
    let seconds = max(1, timeLimit.components.seconds)
    return ["--as=\(768 << 20)", "--cpu=\(seconds)", "--core=0", "--"]
  }

  /// Returns the arguments. chafa 1.12, the version in Debian 12, supports all of them.
  ///
  /// Uses block symbols only, because other symbols have different widths, or gaps, in some fonts.
  /// Transparent pixels become white, because most images are made for white pages. With 256
  /// colours, leaves out the first 16, because users change them. Compares colours perceptually,
  /// because otherwise a red rose turns brown.
  private static func arguments(size: Size, depth: ColorDepth) -> [String] {
    let colors =
      switch depth {
      case .none: "none"
      case .ansi8: "8"
      case .ansi16: "16"
      case .palette256: "240"
      case .direct: "full"
      }
    return [
      "--format", "symbols", "--colors", colors, "--symbols", "block+space",
      "--color-space", "din99d", "--size", "\(size.columns)x\(size.rows)", "--scale", "max",
      "--animate", "off",
      "--optimize", "0", "--threads", "1", "--threshold", "1", "--bg", "white", "-",
    ]
  }

  /// The environment of the process. Contains a character set but none of our variables, so that
  /// they don't influence the program.
  private static let environment = Environment.custom([
    "PATH": "/usr/bin:/bin", "TERM": "xterm-256color", "LC_ALL": localeName,
  ])

  #if os(macOS)
    private static let localeName = "en_US.UTF-8"
  #else
    private static let localeName = "C.UTF-8"
  #endif
}
