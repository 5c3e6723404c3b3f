extension Raster {
  /// The colour behind the transparent pixels of an icon.
  enum Ground {
    case white, dark

    var shade: UInt8 { self == .white ? 255 : 32 }
  }

  /// Returns the picture of an icon in the middle of a rectangle of cells. Nil if the icon is
  /// invisible, or the rectangle too small.
  ///
  /// - Parameters:
  ///   - place: the size of the rectangle.
  ///   - cell: the size of a cell in pixels.
  public func icon(in place: Size, of cell: PixelSize, for graphics: GraphicsProtocol) -> Picture? {
    let canvas = PixelSize(place, of: cell)
    // A margin keeps icons apart in rows without a blank line between them.
    let side = min(canvas.height - (cell.height >= 12 ? 2 : 0), 2 * cell.width)
    guard side > 0, canvas.width >= side, isVisible else { return nil }
    let ground = ground
    let inner = ground == nil ? side : max(1, side - 2 * max(1, side / 10))
    let longest = max(size.width, size.height)
    func fitted(_ length: Int) -> Int {
      max(1, Int((Double(length * inner) / Double(longest)).rounded()))
    }
    var icon = scaled(to: PixelSize(width: fitted(size.width), height: fitted(size.height)))
    if let ground {
      icon = icon.centered(in: PixelSize(width: side, height: side), ground: ground)
    }
    return Picture(graphics.image(of: icon.centered(in: canvas)), cell: cell)
  }

  private var isVisible: Bool { (0..<count).contains { color(at: $0).opacity >= 128 } }

  /// The ground for an icon that would be invisible on the background of some terminals: one with
  /// transparent parts whose other pixels are all dark or all light.
  private var ground: Ground? {
    var (lightness, opaque, clear) = (0, 0, 0)
    for index in 0..<count {
      let color = color(at: index)
      guard color.opacity >= 128 else {
        clear += 1
        continue
      }
      lightness += 299 * Int(color.red) + 587 * Int(color.green) + 114 * Int(color.blue)
      opaque += 1
    }
    // Transparent corners alone need no ground.
    guard opaque > 0, clear * 8 > count else { return nil }
    switch lightness / opaque / 1000 {
    case ..<90: return .white
    case 200...: return .dark
    default: return nil
    }
  }
}
