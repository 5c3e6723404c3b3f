import Foundation
import LinkPreview

/// The file format of a cached image: a line with its address, a line with a checksum, then its
/// bytes. The address tells images with the same file name apart, and the checksum reveals damaged
/// files.
enum CachedImageFile {
  static func name(for address: String) -> String {
    String(format: "%016lx.icon", UInt(hash(address.utf8)))
  }

  static func contents(of image: ImageFile, for address: String) -> Data {
    Data("\(address)\n\(hash(image.data))\n".utf8) + image.data
  }

  static func image(in contents: Data, for address: String) -> ImageFile? {
    let parts = contents.split(
      separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].elementsEqual(address.utf8),
      parts[1].elementsEqual("\(hash(parts[2]))".utf8)
    else { return nil }
    return ImageFile(data: Data(parts[2]))
  }

  /// FNV-1a with 64 bits. A collision gains nobody anything, because the address is compared as
  /// well.
  private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
