/// The name of a device, which is also the name of its folder at the remote.
package enum DeviceName {
  /// Whether a text is a valid name: 1 to 64 letters from a to z, digits and hyphens. Such a name
  /// is safe for a folder on every system.
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

  /// Makes a name for a device from its host name, so that people recognise the device, and a
  /// random part, so that no two devices share a name.
  ///
  ///     DeviceName.make(host: "Anna's Laptop.local", using: &generator)  // "anna-s-laptop-4kx9q2"
  package static func make(
    host: String, using generator: inout some RandomNumberGenerator
  ) -> String {
    let name = host.prefix { $0 != "." }.lowercased().map { isValid(String($0)) ? $0 : "-" }
    let parts = String(name.prefix(40)).split(separator: "-")
    let suffix = (0..<6).map { _ in String(letters.randomElement(using: &generator) ?? "a") }
    return (parts.map(String.init) + [suffix.joined()]).joined(separator: "-")
  }

  private static let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
}
