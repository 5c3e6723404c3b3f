extension Raster {
  /// The raster as sixels (VT330/VT340 Programmer Reference Manual, chapter 14). Where pixels are
  /// more than half transparent, the screen stays as it is.
  var sixel: PixelImage {
    let (colors, indexes) = palette
    var data = "\"1;1;\(size.width);\(size.height)"
    for (number, color) in colors.enumerated() {
      func percent(_ channel: UInt8) -> Int { (Int(channel) * 100 + 127) / 255 }
      data += "#\(number);2;\(percent(color.red));\(percent(color.green));\(percent(color.blue))"
    }
    for top in stride(from: 0, to: size.height, by: 6) {
      let rows = top..<min(top + 6, size.height)
      let band = indexes[rows.lowerBound * size.width..<rows.upperBound * size.width]
      for number in Set(band.compactMap(\.self)).sorted() {
        let bits = (0..<size.width).map { x in
          rows.reduce(0) { bits, y in
            indexes[y * size.width + x] == number ? bits | 1 << (y - top) : bits
          }
        }
        // The next colour starts again at the left edge.
        data += "#\(number)\(Self.runs(of: bits))$"
      }
      data += "-"
    }
    return PixelImage(graphics: .sixel, size: size, data: Array(data.utf8))
  }

  /// Encodes columns of six pixels, with a count for equal columns.
  private static func runs(of bits: [Int]) -> String {
    var text = ""
    var remaining = bits[...]
    while let first = remaining.first {
      let length = remaining.prefix { $0 == first }.count
      remaining = remaining.dropFirst(length)
      // Only unset pixels follow on this line.
      if remaining.isEmpty, first == 0 { break }
      let character = String(decoding: [UInt8(0x3F + first)], as: UTF8.self)
      text += length > 3 ? "!\(length)\(character)" : String(repeating: character, count: length)
    }
    return text
  }

  private struct Color: Hashable {
    var red: UInt8
    var green: UInt8
    var blue: UInt8
  }

  /// The colours, as exact as the terminal's 256 registers allow, and the index of each pixel's
  /// colour. Nil is transparent.
  private var palette: (colors: [Color], indexes: [Int?]) {
    var mask: UInt8 = 0xFF
    while true {
      var numbers: [Color: Int] = [:]
      var sums: [(red: Int, green: Int, blue: Int, count: Int)] = []
      let indexes = (0..<count).map { index -> Int? in
        let (red, green, blue, opacity) = color(at: index)
        guard opacity >= 128 else { return nil }
        let key = Color(red: red & mask, green: green & mask, blue: blue & mask)
        let number = numbers[key] ?? sums.count
        if number == sums.count {
          numbers[key] = number
          sums.append((0, 0, 0, 0))
        }
        sums[number].red += Int(red)
        sums[number].green += Int(green)
        sums[number].blue += Int(blue)
        sums[number].count += 1
        return number
      }
      if sums.count <= 255 {
        let colors = sums.map {
          Color(
            red: UInt8($0.red / $0.count), green: UInt8($0.green / $0.count),
            blue: UInt8($0.blue / $0.count))
        }
        return (colors, indexes)
      }
      mask <<= 1
    }
  }
}
