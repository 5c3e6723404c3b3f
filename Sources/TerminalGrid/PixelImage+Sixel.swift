extension PixelImage {
  /// Parses the output of `chafa --format sixels`: one image, in one string.
  ///
  /// Checks every character, so that nothing is drawn outside the size that the image declares.
  /// - Parameters:
  ///   - limit: the cells that the image may cover.
  ///   - cell: the size of a cell.
  init(sixel bytes: some Collection<UInt8>, limit: GridSize, cell: PixelSize)
    throws(ParseError)
  {
    var text = Array(bytes)[...]
    while let byte = text.last, byte == 0x0A || byte == 0x0D || byte == 0x20 { text.removeLast() }
    // ESC P parameters q … ESC \
    guard text.starts(with: [0x1B, 0x50]), text.count > 4,
      text.suffix(2).elementsEqual([0x1B, 0x5C]),
      let introducer = text.dropFirst(2).firstIndex(where: { !$0.isParameter }),
      text[introducer] == 0x71
    else { throw .malformed }
    let data = text[(introducer + 1)..<(text.endIndex - 2)]
    var reader = SixelReader(data, limit: PixelSize(limit, of: cell))
    let size = try reader.read()
    self.init(graphics: .sixel, size: size, data: Array(data))
  }
}

/// Reads sixel data, and checks that it draws only inside the declared size.
private struct SixelReader {
  private var remaining: ArraySlice<UInt8>
  private let limit: PixelSize
  private var size = PixelSize(width: 0, height: 0)
  private var x = 0
  /// The band of six rows that's being drawn.
  private var band = 0
  private var hasPixels = false

  init(_ data: ArraySlice<UInt8>, limit: PixelSize) {
    remaining = data
    self.limit = limit
  }

  mutating func read() throws(PixelImage.ParseError) -> PixelSize {
    // The raster attributes: the shape of a pixel, and the size.
    guard remaining.popFirst() == UInt8(ascii: "\"") else { throw .malformed }
    let raster = numbers()
    guard raster.count == 4, raster[0] == raster[1], raster[2] > 0, raster[3] > 0 else {
      throw .malformed
    }
    size = PixelSize(width: raster[2], height: raster[3])
    // A band has six rows even if the image ends within it.
    let bands = (size.height + 5) / 6
    guard size.width <= limit.width, bands * 6 <= limit.height else { throw .tooLarge }
    while let byte = remaining.popFirst() {
      switch byte {
      case UInt8(ascii: "#"): try readColor()
      case UInt8(ascii: "$"): x = 0
      case UInt8(ascii: "-"): (x, band) = (0, band + 1)
      case UInt8(ascii: "!"):
        let count = numbers()
        guard count.count == 1, let sixel = remaining.popFirst() else { throw .malformed }
        try draw(sixel, count: count[0])
      default: try draw(byte, count: 1)
      }
      guard band <= bands else { throw .malformed }
    }
    guard hasPixels else { throw .malformed }
    return size
  }

  private mutating func draw(_ sixel: UInt8, count: Int) throws(PixelImage.ParseError) {
    x += count
    guard (0x3F...0x7E).contains(sixel), x <= size.width, band * 6 < size.height else {
      throw .malformed
    }
    if sixel != 0x3F { hasPixels = true }
  }

  /// Reads the number of a colour, and its definition in percent if there's one.
  private mutating func readColor() throws(PixelImage.ParseError) {
    let color = numbers()
    guard color.count == 1 || color.count == 5, color[0] < 1024 else { throw .malformed }
    if color.count == 5 {
      guard color[1] == 2, color[2...].allSatisfy({ $0 <= 100 }) else { throw .malformed }
    }
  }

  /// Reads numbers with semicolons between them. Returns nothing if one is missing or too large.
  private mutating func numbers() -> [Int] {
    let text = remaining.prefix(while: \.isParameter)
    remaining = remaining[text.endIndex...]
    let fields = text.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    let numbers = fields.compactMap { field in
      field.count <= 5 ? Int(String(decoding: field, as: UTF8.self)) : nil
    }
    return numbers.count == fields.count ? numbers : []
  }
}

extension UInt8 {
  /// Whether the byte is a digit or a semicolon.
  fileprivate var isParameter: Bool { (0x30...0x39).contains(self) || self == 0x3B }
}
