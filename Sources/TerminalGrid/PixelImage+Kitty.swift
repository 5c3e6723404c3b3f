import Foundation

extension PixelImage {
  /// Parses the output of `chafa --format kitty`: one image in any number of chunks.
  /// - Parameters:
  ///   - limit: the cells that the image may cover.
  ///   - cell: the size of a cell. The image is padded to whole cells, so that the terminal, which
  ///     makes it fill them, doesn't distort it.
  init(kitty bytes: some Collection<UInt8>, limit: GridSize, cell: PixelSize)
    throws(ParseError)
  {
    let (size, depth, source) = try Self.transfer(
      in: Array(bytes), limit: PixelSize(limit, of: cell))
    guard source.count == size.width * size.height * depth else { throw .malformed }
    let full = PixelSize(size.cells(of: cell), of: cell)
    let left = (full.width - size.width) / 2
    let top = (full.height - size.height) / 2
    var pixels = [UInt8](repeating: 0, count: full.width * full.height * 4)
    for y in 0..<size.height {
      var from = y * size.width * depth
      var to = ((y + top) * full.width + left) * 4
      for _ in 0..<size.width {
        for channel in 0..<3 { pixels[to + channel] = source[from + channel] }
        pixels[to + 3] = depth == 4 ? source[from + 3] : 255
        from += depth
        to += 4
      }
    }
    self.init(graphics: .kitty, size: full, data: Array(Data(pixels).base64EncodedData()))
  }

  /// Returns the size, the bytes per pixel and the pixels of the one image in a stream of the kitty
  /// graphics protocol.
  private static func transfer(
    in bytes: [UInt8], limit: PixelSize
  ) throws(ParseError) -> (size: PixelSize, depth: Int, pixels: [UInt8]) {
    var remaining = bytes[...]
    var image: (size: PixelSize, depth: Int)?
    var pixels: [UInt8] = []
    var isComplete = false
    while true {
      // chafa prints line breaks after the image, to move the cursor below it.
      while let byte = remaining.first, byte == 0x0A || byte == 0x0D || byte == 0x20 {
        remaining.removeFirst()
      }
      guard !remaining.isEmpty else { break }
      guard !isComplete, remaining.starts(with: [0x1B, 0x5F, 0x47]),
        let end = remaining.dropFirst().firstIndex(where: { $0 == 0x1B || $0 == 0x07 }),
        remaining[end] == 0x1B, end + 1 < remaining.endIndex, remaining[end + 1] == 0x5C
      else { throw .malformed }
      let content = remaining[(remaining.startIndex + 3)..<end]
      remaining = remaining[(end + 2)...]
      let parts = content.split(separator: 0x3B, maxSplits: 1, omittingEmptySubsequences: false)
      let control = try fields(of: parts[0])
      if parts.count > 1 {
        // chafa pads each chunk on its own.
        guard let chunk = Data(base64Encoded: Data(parts[1])) else { throw .malformed }
        pixels += chunk
      }
      if image == nil {
        let size = PixelSize(width: control["s"] ?? 0, height: control["v"] ?? 0)
        guard control["a"] != nil, let format = control["f"], [24, 32].contains(format),
          size.width > 0, size.height > 0
        else { throw .malformed }
        guard limit.holds(size) else { throw .tooLarge }
        image = (size, format / 8)
      } else if !Set(control.keys).isSubset(of: ["m", "q"]) {
        throw .malformed
      }
      isComplete = control["m"] != 1
    }
    guard isComplete, let image else { throw .malformed }
    return (image.size, image.depth, pixels)
  }

  /// Parses the control data of a command: keys of one letter, with numbers. Only keys for sending
  /// an image are allowed.
  private static func fields(of text: ArraySlice<UInt8>) throws(ParseError) -> [String: Int] {
    var fields: [String: Int] = [:]
    for field in text.split(separator: 0x2C) {
      let pair = field.split(separator: 0x3D, omittingEmptySubsequences: false)
      guard pair.count == 2 else { throw .malformed }
      let (key, value) = (String(decoding: pair[0], as: UTF8.self), pair[1])
      if key == "a" {
        // `T` sends and shows an image, `t` only sends it.
        guard value.elementsEqual([0x54]) || value.elementsEqual([0x74]) else { throw .malformed }
        fields[key] = 0
        continue
      }
      guard "fsvcrmq".contains(key), key.count == 1, fields[key] == nil, value.count <= 6,
        let number = Int(String(decoding: value, as: UTF8.self)), number >= 0
      else { throw .malformed }
      fields[key] = number
    }
    return fields
  }
}

extension PixelImage {
  /// Returns the middle of the image. Nil if its protocol can't crop.
  func cropped(to limit: PixelSize) -> PixelImage? {
    guard graphics.canCrop, limit.width <= size.width, limit.height <= size.height,
      let pixels = Data(base64Encoded: Data(data)), pixels.count == size.width * size.height * 4
    else { return nil }
    let left = (size.width - limit.width) / 2
    let top = (size.height - limit.height) / 2
    var middle = Data(capacity: limit.width * limit.height * 4)
    for y in top..<top + limit.height {
      let start = (y * size.width + left) * 4
      middle += pixels[start..<start + limit.width * 4]
    }
    return PixelImage(graphics: graphics, size: limit, data: Array(middle.base64EncodedData()))
  }
}

extension Raster {
  /// The raster as four bytes per pixel for the kitty protocol.
  var rgba: PixelImage {
    let pixels = (0..<count).flatMap { index in
      let color = color(at: index)
      return [color.red, color.green, color.blue, color.opacity]
    }
    return PixelImage(
      graphics: .kitty, size: size, data: Array(Data(pixels).base64EncodedData()))
  }
}
