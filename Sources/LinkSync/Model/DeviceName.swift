/// The name of a device, which is also that of its folder.
package enum DeviceName {
  /// Whether a text can be one: up to 64 letters from a to z, digits and hyphens. So it's a safe
  /// name of a folder everywhere.
  package static func isValid(_ text: String) -> Bool {
    (1...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  /// Returns a new name for a device: that of its host, so that people know it, and a random part,
  /// so that no two devices have the same.
  ///
  ///     DeviceName.make(host: "Anna's Laptop.local", using: &generator)  // "anna-s-laptop-4kx9q2"
  package static func make(
    host: String, using generator: inout some RandomNumberGenerator
  ) -> String {
    let name = host.prefix { $0 != "." }.lowercased().map { isValid(String($0)) ? $0 : "-" }
    let words = String(name.prefix(40)).split(separator: "-")
    let suffix = (0..<6).map { _ in String(letters.randomElement(using: &generator) ?? "a") }
    return (words.map(String.init) + [suffix.joined()]).joined(separator: "-")
  }

  private static let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
}
