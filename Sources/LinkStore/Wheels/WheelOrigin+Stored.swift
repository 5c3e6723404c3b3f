import Foundation
import Links

extension [WheelOrigin] {
  /// Reads the sources of a wheel. Of a damaged list, reads those that are sound.
  init(stored: Data) {
    self = Self.whole(stored) ?? Self.sound(in: stored)
  }

  /// Whether a list can't be read as a whole.
  static func isDamaged(_ stored: Data) -> Bool { whole(stored) == nil }

  private static func whole(_ stored: Data) -> [WheelOrigin]? {
    try? JSONDecoder().decode([WheelOrigin].self, from: stored)
  }

  private static func sound(in stored: Data) -> [WheelOrigin] {
    // The list is written without spaces, and its objects have no others in them.
    String(decoding: stored, as: UTF8.self).components(separatedBy: "},{").compactMap { part in
      var object = Substring(part)
      if object.hasPrefix("[{") { object = object.dropFirst(2) }
      if object.hasSuffix("}]") { object = object.dropLast(2) }
      // An address with a damaged byte would be another one.
      if object.contains("\u{FFFD}") { return nil }
      return try? JSONDecoder().decode(WheelOrigin.self, from: Data("{\(object)}".utf8))
    }
  }
}
