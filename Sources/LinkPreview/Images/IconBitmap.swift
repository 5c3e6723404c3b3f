/// A bitmap in an ICO file: a header (BITMAPINFOHEADER), colours, pixels from the bottom row to the
/// top, and a mask of the transparent pixels.
struct IconBitmap {
  let width: Int
  let height: Int
  /// Red, green, blue and opacity of each pixel, row by row from the top.
  private(set) var pixels: [UInt8]

  /// Returns nil for a bitmap that's compressed, too large or incomplete.
  init?(_ file: ImageBytes) {
    guard let headerLength = file.little(at: 0, 4), (40...124).contains(headerLength),
      let width = file.little(at: 4, 4), let doubleHeight = file.little(at: 8, 4),
      let depth = file.little(at: 14, 2), let compression = file.little(at: 16, 4),
      let colorCount = file.little(at: 32, 4), compression == 0, [1, 4, 8, 24, 32].contains(depth)
    else { return nil }
    // The header counts the rows of the pixels and the mask together.
    let height = doubleHeight / 2
    guard (1...256).contains(width), (1...256).contains(height) else { return nil }
    (self.width, self.height) = (width, height)
    let paletteCount = depth > 8 ? 0 : colorCount == 0 ? 1 << depth : colorCount
    guard paletteCount <= 256, let palette = file.part(at: headerLength, paletteCount * 4) else {
      return nil
    }
    let stride = (width * depth + 31) / 32 * 4
    let start = headerLength + palette.count
    guard let rows = file.part(at: start, stride * height) else { return nil }
    let maskStride = (width + 31) / 32 * 4
    // Some files have no mask, because their pixels have opacities.
    let mask = file.part(at: start + rows.count, maskStride * height)
    let hasOpacity = depth == 32 && Self.hasOpacity(rows)
    pixels = []
    pixels.reserveCapacity(width * height * 4)
    for y in (0..<height).reversed() {
      let row = rows.dropFirst(y * stride).prefix(stride)
      let maskRow = mask?.dropFirst(y * maskStride).prefix(maskStride)
      for x in 0..<width {
        let color: ArraySlice<UInt8>
        if depth > 8 {
          color = row.dropFirst(x * depth / 8).prefix(depth / 8)
        } else {
          color = palette.dropFirst(4 * Self.value(at: x, of: row, bits: depth)).prefix(4)
        }
        // The index is beyond the palette.
        guard color.count >= 3 else { return nil }
        let isHidden = maskRow.map { Self.value(at: x, of: $0, bits: 1) == 1 } ?? false
        let opacity: UInt8 = hasOpacity ? color[color.startIndex + 3] : isHidden ? 0 : 255
        pixels += color.prefix(3).reversed() + [opacity]
      }
    }
  }

  /// Whether any pixel isn't transparent. In files from before Windows XP, the fourth byte is
  /// unused and 0.
  private static func hasOpacity(_ rows: ArraySlice<UInt8>) -> Bool {
    stride(from: rows.startIndex + 3, to: rows.endIndex, by: 4).contains { rows[$0] != 0 }
  }

  /// Returns one of the values packed into a row with a fixed number of bits each, highest bits
  /// first.
  private static func value(at x: Int, of row: ArraySlice<UInt8>, bits: Int) -> Int {
    let byte = Int(row[row.startIndex + x * bits / 8])
    return byte >> (8 - bits - x * bits % 8) & (1 << bits - 1)
  }
}
