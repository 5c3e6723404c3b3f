import Foundation

/// Decoded pixels, for fitting an icon to its cells.
package struct Raster: Hashable, Sendable {
  package let size: PixelSize
  /// Four bytes per pixel: red, green, blue and opacity. The colours are multiplied by the opacity,
  /// so that averages of pixels are right.
  private(set) var bytes: [UInt8]

  /// Creates a raster. Returns nil if there aren't four bytes for each pixel.
  /// - Parameters:
  ///   - bytes: red, green, blue and opacity of each pixel, row by row from the top.
  ///   - isPremultiplied: whether the colours are multiplied by the opacity.
  package init?(size: PixelSize, bytes: [UInt8], isPremultiplied: Bool = false) {
    guard size.width > 0, size.height > 0, size.width <= Self.sideLimit,
      size.height <= Self.sideLimit, bytes.count == size.width * size.height * 4
    else { return nil }
    self.size = size
    self.bytes = bytes
    guard !isPremultiplied else { return }
    for start in stride(from: 0, to: bytes.count, by: 4) {
      let opacity = Int(bytes[start + 3])
      for channel in start..<start + 3 {
        self.bytes[channel] = UInt8((Int(bytes[channel]) * opacity + 127) / 255)
      }
    }
  }

  /// Creates a raster from an image whose colours are multiplied by the opacity, as in the output
  /// of chafa. Returns nil for an image in sixels.
  package init?(_ image: PixelImage) {
    guard image.graphics == .kitty, let data = Data(base64Encoded: Data(image.data)) else {
      return nil
    }
    self.init(size: image.size, bytes: Array(data), isPremultiplied: true)
  }

  /// The maximum width and height.
  private static let sideLimit = 4096

  private init(size: PixelSize) {
    self.size = size
    bytes = Array(repeating: 0, count: size.width * size.height * 4)
  }

  /// The raster in another size. Each new pixel is the average of the pixels it covers.
  func scaled(to target: PixelSize) -> Raster {
    let columns = Self.parts(of: size.width, count: target.width)
    let rows = Self.parts(of: size.height, count: target.height)
    var scaled = Raster(size: target)
    for y in 0..<target.height {
      for x in 0..<target.width {
        var sums = (0.0, 0.0, 0.0, 0.0)
        var total = 0.0
        for (row, rowWeight) in rows[y] {
          for (column, columnWeight) in columns[x] {
            let weight = rowWeight * columnWeight
            let start = (row * size.width + column) * 4
            sums.0 += weight * Double(bytes[start])
            sums.1 += weight * Double(bytes[start + 1])
            sums.2 += weight * Double(bytes[start + 2])
            sums.3 += weight * Double(bytes[start + 3])
            total += weight
          }
        }
        let start = (y * target.width + x) * 4
        for (channel, sum) in [sums.0, sums.1, sums.2, sums.3].enumerated() {
          scaled.bytes[start + channel] = UInt8(min(255, (sum / total).rounded()))
        }
      }
    }
    return scaled
  }

  /// Divides a side into equal parts. Returns the pixels that each part covers, with their shares.
  private static func parts(of length: Int, count: Int) -> [[(Int, Double)]] {
    (0..<count).map { index in
      let start = Double(index) * Double(length) / Double(count)
      let end = Double(index + 1) * Double(length) / Double(count)
      return (Int(start)..<min(length, max(Int(end.rounded(.up)), Int(start) + 1))).map { pixel in
        (pixel, max(1e-6, min(end, Double(pixel + 1)) - max(start, Double(pixel))))
      }
    }
  }

  /// The raster in the middle of a larger one, which is transparent or has a ground.
  func centered(in canvas: PixelSize, ground: Ground? = nil) -> Raster {
    var whole = Raster(size: canvas)
    if let ground {
      for start in stride(from: 0, to: whole.bytes.count, by: 4) {
        for channel in start..<start + 3 { whole.bytes[channel] = ground.shade }
        whole.bytes[start + 3] = 255
      }
    }
    let (left, top) = ((canvas.width - size.width) / 2, (canvas.height - size.height) / 2)
    for y in max(0, -top)..<min(size.height, canvas.height - top) {
      for x in max(0, -left)..<min(size.width, canvas.width - left) {
        let from = (y * size.width + x) * 4
        let to = ((y + top) * canvas.width + x + left) * 4
        let transparency = 255 - Int(bytes[from + 3])
        for channel in 0..<4 {
          let below = (Int(whole.bytes[to + channel]) * transparency + 127) / 255
          whole.bytes[to + channel] = UInt8(min(255, Int(bytes[from + channel]) + below))
        }
      }
    }
    return whole
  }

  /// The colour of a pixel, not multiplied by its opacity.
  func color(at index: Int) -> (red: UInt8, green: UInt8, blue: UInt8, opacity: UInt8) {
    let start = index * 4
    let opacity = Int(bytes[start + 3])
    func channel(_ offset: Int) -> UInt8 {
      opacity == 0 ? 0 : UInt8(min(255, (Int(bytes[start + offset]) * 255 + opacity / 2) / opacity))
    }
    return (channel(0), channel(1), channel(2), UInt8(opacity))
  }

  /// The number of pixels.
  var count: Int { size.width * size.height }
}

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
  package func icon(in place: GridSize, of cell: PixelSize, for graphics: GraphicsProtocol)
    -> Picture?
  {
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
