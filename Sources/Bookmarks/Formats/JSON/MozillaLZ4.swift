import Localization

/// The compressed JSON of Firefox's bookmark backups: a magic number, the size, and one LZ4 block
/// (https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md).
enum MozillaLZ4 {
  static let magic = Array("mozLz40\0".utf8)

  /// Decompresses a file.
  static func decompressed(_ file: [UInt8]) throws(MalformedContent) -> [UInt8] {
    guard file.starts(with: magic), file.count >= magic.count + 4 else {
      throw MalformedContent(reason: localized("it isn't a Firefox backup"))
    }
    let sizeBytes = file[magic.count..<magic.count + 4]
    let size = sizeBytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    guard size <= WholeFileReader.sizeLimit else { throw .tooLarge }
    var output: [UInt8] = []
    // Reserves at most what a block of this length can hold, because the size in the header isn't
    // verified.
    output.reserveCapacity(min(size, file.count * 255))
    var input = file[(magic.count + 4)...]
    while let token = input.popFirst() {
      let literals = try length(Int(token >> 4), &input)
      guard literals <= input.count, output.count + literals <= size else { throw .cut }
      output += input.prefix(literals)
      input = input.dropFirst(literals)
      // The last sequence has no match.
      if input.isEmpty { break }
      guard let low = input.popFirst(), let high = input.popFirst() else { throw .cut }
      let offset = Int(low) | Int(high) << 8
      let match = try length(Int(token & 15), &input) + 4
      guard offset > 0, offset <= output.count, output.count + match <= size else { throw .cut }
      // The range to copy may include the bytes being written.
      for _ in 0..<match { output.append(output[output.count - offset]) }
    }
    guard output.count == size else { throw .cut }
    return output
  }

  /// Reads a length whose beginning is in a token.
  private static func length(
    _ start: Int, _ input: inout ArraySlice<UInt8>
  ) throws(MalformedContent) -> Int {
    var length = start
    guard start == 15 else { return length }
    while true {
      guard let byte = input.popFirst() else { throw .cut }
      length += Int(byte)
      if byte < 255 { return length }
    }
  }
}

extension MalformedContent {
  fileprivate static var cut: MalformedContent {
    MalformedContent(
      reason: localized("its end is missing, or it is damaged"))
  }
}

extension MozillaLZ4 {
  /// The entries of a compressed backup.
  static func entries(_ file: [UInt8]) throws(MalformedContent) -> [EntryReader.Entry] {
    var reader = JSONObjectReader()
    var entries: [EntryReader.Entry] = []
    try reader.read(decompressed(file), into: &entries)
    try reader.finish(into: &entries)
    return entries
  }
}
