/// The operating systems, which have different folders, programs and package managers. A value, so
/// that tests on one can check what's done on the other.
package enum OperatingSystem: CaseIterable, Sendable {
  case linux, macOS

  /// The one that this program runs on.
  package static var current: OperatingSystem {
    #if os(macOS)
      .macOS
    #else
      .linux
    #endif
  }
}
