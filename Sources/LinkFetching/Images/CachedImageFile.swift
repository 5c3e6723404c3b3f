import Foundation
import LinkPreview
import Markup

/// The file format of a cached image: a line with its address, a line with a checksum, then its
/// bytes. The address distinguishes images with the same file name, so that a collision of hashes
/// can't be exploited, and the checksum reveals damaged files.
enum CachedImageFile {
  static func name(for address: String) -> String {
    String(format: "%016lx.icon", UInt(FNVHash(address.utf8).value))
  }

  static func contents(of image: ImageFile, for address: String) -> Data {
    Data("\(address)\n\(FNVHash(image.data).value)\n".utf8) + image.data
  }

  static func image(in contents: Data, for address: String) -> ImageFile? {
    let parts = contents.split(
      separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].elementsEqual(address.utf8),
      parts[1].elementsEqual("\(FNVHash(parts[2]).value)".utf8)
    else { return nil }
    return ImageFile(data: Data(parts[2]))
  }
}
