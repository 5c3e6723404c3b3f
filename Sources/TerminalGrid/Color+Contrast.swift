import Foundation

extension Color {
  /// Returns the contrast ratio to another colour, from 1 to 21, as WCAG 2.2 defines it
  /// (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio). Text needs at least 4.5. Nil if either is
  /// the terminal's default, whose colour isn't known.
  public func contrast(with other: Color) -> Double? {
    guard let luminance = relativeLuminance, let otherLuminance = other.relativeLuminance else {
      return nil
    }
    return (max(luminance, otherLuminance) + 0.05) / (min(luminance, otherLuminance) + 0.05)
  }

  /// The brightness as eyes perceive it, from 0 for black to 1 for white, as WCAG 2.2 defines it
  /// (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance). Nil for the terminal's default.
  public var relativeLuminance: Double? {
    guard case .rgb(let red, let green, let blue) = rgb else { return nil }
    func linear(_ channel: UInt8) -> Double {
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
