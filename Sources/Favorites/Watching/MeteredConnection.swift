import Foundation
import LinkExchange

/// Whether the network connection is metered, as NetworkManager knows or guesses. Unknown on other
/// systems.
enum MeteredConnection {
  static func isInUse() async -> Bool {
    let service = "org.freedesktop.NetworkManager"
    let busctl = await ChildProcess(
      "busctl",
      [
        "--timeout=2", "get-property", service, "/org/freedesktop/NetworkManager", service,
        "Metered",
      ])
    guard let output = await busctl?.output(of: "", limit: 1000) else { return false }
    return isMetered(output)
  }

  /// Parses an NMMetered value (https://networkmanager.dev/docs/api/latest/nm-dbus-types.html): `u 1`
  /// for yes, and `u 3` for a guess.
  static func isMetered(_ output: String) -> Bool {
    ["u 1", "u 3"].contains(output.trimmingCharacters(in: .whitespacesAndNewlines))
  }
}
