import Foundation
import LinkExchange
import LinkPreview
import RayletteApp
import Subprocess
import TaskLimits
import TerminalGrid

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// Draws pictures in cells or pixels with the `chafa` program. It runs as a child process, so that the
/// decoder of an untrusted file has no access to our memory or connections.
struct Chafa: Sendable {
  private let program: FilePath
  /// The tool that limits the resources of the process, because swift-subprocess can't. Linux has
  /// `prlimit` (util-linux). macOS has no such tool, and doesn't enforce memory limits either.
  private let limiter: FilePath?
  private let timeLimit: Duration
  /// The index in ``units`` that fits this version's output.
  private let unit = Locked(0)

  /// Finds the program. Returns nil if it isn't installed.
  /// - Parameter environment: contains `PATH`.
  init?(environment: [String: String], timeLimit: Duration = .seconds(5)) {
    func find(_ name: String) -> FilePath? {
      ChildProcess.path(of: name, in: environment).map { FilePath($0) }
    }
    guard let program = find("chafa") else { return nil }
    self.program = program
    limiter = find("prlimit")
    self.timeLimit = timeLimit
  }

  /// Draws a picture as requested: the whole picture within its cells and not enlarged, or one that
  /// fills the cells and is cropped at two sides.
  func picture(of image: LinkImage, for request: PictureRequest) async -> Picture? {
    if request.isWhole {
      let size = request.size.limited(to: image, cell: request.form.cell)
      return await picture(of: image, size: size, form: request.form)
    }
    let size =
      request.form.canCrop
      ? Picture.size(ofPixels: (image.width, image.height), filling: request.size) : request.size
    return await picture(of: image, size: size, form: request.form)?.cropped(to: request.size)
  }

  /// Draws a picture within a size, with its proportions. Returns nil if it can't be drawn within
  /// the time limit.
  func picture(of image: LinkImage, size: GridSize, form: PictureForm) async -> Picture? {
    await withTimeLimit(timeLimit) { await draw(image, size: size, form: form) }.value
      .flatMap { $0 }
  }

  private func draw(_ image: LinkImage, size: GridSize, form: PictureForm) async -> Picture? {
    switch form {
    case .cells(let depth):
      let arguments = Self.arguments(size: size, depth: depth)
      return await output(for: image, arguments: arguments, limit: 1 << 20).flatMap {
        Picture(symbolArt: $0, limit: size)
      }
    case .pixels(let graphics, let cell):
      return await draw(image, size: size, graphics: graphics, cell: cell)
    }
  }

  private func draw(
    _ image: LinkImage, size: GridSize, graphics: GraphicsProtocol, cell: PixelSize
  ) async -> Picture? {
    let scaled = graphics.canEnlarge ? cell.reduced(for: size) : cell
    let box = PixelSize(size, of: scaled)
    return await self.image(
      of: image, box: box, graphics: graphics, ground: Self.white, limit: size, cell: scaled
    ).map { Picture($0, cell: scaled) }
  }

  /// Decodes a picture to pixels, with its transparency and proportions. Returns nil if it can't be
  /// decoded within the time limit.
  /// - Parameter side: the maximum width and height in pixels.
  func raster(of image: LinkImage, side: Int) async -> Raster? {
    await withTimeLimit(timeLimit) {
      await self.image(
        of: image, box: PixelSize(width: side, height: side), graphics: .kitty, ground: [],
        limit: GridSize(columns: side, rows: side), cell: PixelSize(width: 1, height: 1)
      ).flatMap { Raster($0) }
    }.value.flatMap { $0 }
  }

  /// Runs chafa until its output has the right size.
  private func image(
    of image: LinkImage, box: PixelSize, graphics: GraphicsProtocol, ground: [String],
    limit: GridSize, cell: PixelSize
  ) async -> PixelImage? {
    for index in unit.withLock({ $0 })..<Self.units.count {
      let arguments = Self.arguments(box: box, unit: Self.units[index], graphics: graphics)
      let bytes = await output(
        for: image, arguments: arguments + ground + ["-"], limit: Self.pixelOutputLimit,
        knowsTerminal: false)
      guard let bytes else { return nil }
      do throws(PixelImage.ParseError) {
        return try PixelImage(chafa: bytes, as: graphics, limit: limit, cell: cell)
      } catch .tooLarge {
        unit.withLock { $0 = min(index + 1, Self.units.count - 1) }
      } catch {
        return nil
      }
    }
    return nil
  }

  /// Runs chafa and returns its output. Cancellation kills the process.
  private func output(
    for image: LinkImage, arguments: [String], limit: Int, knowsTerminal: Bool = true
  ) async -> [UInt8]? {
    var options = PlatformOptions()
    // A session of its own has no terminal.
    options.createSession = !knowsTerminal
    let command = limiter.map { (path: $0, arguments: limits + [program.string] + arguments) }
    let (path, vector) = command ?? (program, arguments)
    do {
      let input = try UnlinkedFile.holding(image.data)
      let result = try await Subprocess.run(
        .path(path), arguments: Arguments(vector), environment: Self.environment,
        platformOptions: options,
        input: .fileDescriptor(input, closeAfterSpawningProcess: true),
        output: .bytes(limit: limit),
        error: .discarded)
      guard result.terminationStatus.isSuccess else { return nil }
      return result.standardOutput
    } catch {
      return nil
    }
  }

  /// The maximum bytes of a picture in pixels. A picture in cells is smaller, at about 50 bytes a
  /// cell.
  private static let pixelOutputLimit = 4 << 20

  /// The pixels of a cell in versions 1.12 and 1.14. chafa counts its output in cells, and would
  /// ask the terminal for their size. So chafa runs without a terminal, and is asked for the number
  /// of its cells that has the required pixels. A version with larger cells returns too large a
  /// picture, which is detected.
  private static let units = [PixelSize(width: 8, height: 8), PixelSize(width: 10, height: 20)]

  /// The resource limits of the process: enough address space for the largest ``LinkImage``, the
  /// time limit in seconds of CPU time, and no core dump.
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
  private static func arguments(size: GridSize, depth: ColorDepth) -> [String] {
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

  private static func arguments(
    box: PixelSize, unit: PixelSize, graphics: GraphicsProtocol
  ) -> [String] {
    let size = "\(max(1, box.width / unit.width))x\(max(1, box.height / unit.height))"
    return [
      "--format", graphics.chafaFormat, "--font-ratio",
      "\(unit.width)/\(unit.height)", "--size", size, "--scale", "max", "--animate", "off",
      "--polite", "on", "--threads", "1",
    ]
  }

  /// Makes transparent pixels white, because most images are made for white pages.
  private static let white = ["--threshold", "1", "--bg", "white"]

  /// The environment of the process: a character set, and none of our variables, so that they don't
  /// influence the program.
  private static let environment = Environment.custom([
    "PATH": "/usr/bin:/bin", "TERM": "xterm-256color", "LC_ALL": localeName,
  ])

  #if os(macOS)
    private static let localeName = "en_US.UTF-8"
  #else
    private static let localeName = "C.UTF-8"
  #endif
}

extension PixelSize {
  /// The cell reduced so far that a picture with this number of cells isn't too long to send.
  fileprivate func reduced(for size: GridSize) -> PixelSize {
    let pixels = Double(size.columns * size.rows * width * height)
    guard pixels > Self.pixelLimit else { return self }
    let factor = (Self.pixelLimit / pixels).squareRoot()
    return PixelSize(
      width: max(1, Int(Double(width) * factor)), height: max(1, Int(Double(height) * factor)))
  }

  /// The maximum number of pixels in a picture, which take 1.6 MB.
  private static let pixelLimit = 300_000.0
}

extension PictureForm {
  /// The size of a cell in pixels, or a common one if pictures are in cells.
  fileprivate var cell: PixelSize {
    if case .pixels(_, let cell) = self { cell } else { PixelSize(width: 8, height: 16) }
  }
}

extension GridSize {
  /// The size, reduced to the image's own if that's smaller.
  fileprivate func limited(to image: LinkImage, cell: PixelSize) -> GridSize {
    func cells(_ pixels: Int, of cell: Int, limit: Int) -> Int {
      min(limit, max(1, (pixels + cell - 1) / max(1, cell)))
    }
    return GridSize(
      columns: cells(image.width, of: cell.width, limit: columns),
      rows: cells(image.height, of: cell.height, limit: rows))
  }
}
