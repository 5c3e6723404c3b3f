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

/// The `chafa` program, which draws pictures in cells, in a process of its own: what decodes a
/// stranger's file has neither our memory nor our network to itself.
struct Chafa: Sendable {
  private let program: FilePath
  /// The tool that limits what the process may take. swift-subprocess can't set limits itself; Linux
  /// has `prlimit` (util-linux), macOS has nothing like it and heeds no limit on memory either.
  private let limiter: FilePath?
  private let timeLimit: Duration

  /// Nil where the program is not installed.
  /// - Parameter environment: `PATH`.
  init?(environment: [String: String], timeLimit: Duration = .seconds(5)) {
    func find(_ name: String) -> FilePath? {
      ChildProcess.path(of: name, in: environment).map { FilePath($0) }
    }
    guard let program = find("chafa") else { return nil }
    self.program = program
    limiter = find("prlimit")
    self.timeLimit = timeLimit
  }

  /// The picture within a size, its proportions kept; nil when it can't be drawn, or not in time.
  func picture(of image: LinkImage, size: Size, depth: ColorDepth) async -> Picture? {
    await withTimeLimit(timeLimit) { await output(for: image, size: size, depth: depth) }.value
      ?? nil
  }

  /// Cancelled, the process is killed.
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

  /// A file without a name, to be read from its beginning. Not a pipe: a program that ends before it
  /// has read all would take us along (SIGPIPE), and swift-subprocess 1.0 traps then.
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

  /// A cell takes some 50 bytes; this is ten times the largest picture of a card.
  private static let outputLimit = 1 << 20

  /// Address space that suffices for the largest ``LinkImage``, seconds of processor time, no dump.
  private var limits: [String] {
    let seconds = max(1, timeLimit.components.seconds)
    return ["--as=\(768 << 20)", "--cpu=\(seconds)", "--core=0", "--"]
  }

  /// All flags are known to chafa 1.12, which Debian 12 has.
  ///
  /// Of symbols the blocks only: others are as wide as chafa thinks in some fonts only, or leave gaps.
  /// What is transparent is white, the colour of the pages that pictures are made for; in 256
  /// colours the first sixteen, which people change, are left out; and colours are told apart as eyes
  /// do, without which a red rose turns brown.
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

  /// Nothing of ours but a character set, so that nothing there steers the program.
  private static let environment = Environment.custom([
    "PATH": "/usr/bin:/bin", "TERM": "xterm-256color", "LC_ALL": localeName,
  ])

  #if os(macOS)
    private static let localeName = "en_US.UTF-8"
  #else
    private static let localeName = "C.UTF-8"
  #endif
}
