import Foundation
import LinkStore
import RayletteApp

/// The file with the program's state when it was last quit, in `XDG_STATE_HOME` (XDG Base Directory
/// Specification). Deleting it does no harm.
struct SessionFile {
  let url: URL

  /// The maximum size of the file in bytes. A larger one isn't read.
  private static let sizeLimit = 1 << 20

  init(environment: [String: String]) {
    url = BaseDirectories(environment: environment).state.appending(path: "raylette/session.json")
  }

  /// Returns the last session, or nil if no session can be read.
  func read() -> Session? {
    guard let file = try? FileHandle(forReadingFrom: url),
      let data = try? file.read(upToCount: Self.sizeLimit)
    else { return nil }
    return (try? JSONDecoder().decode(Session.self, from: data))?.checked
  }

  /// The wheel that was chosen in the last session.
  var wheel: String? { read()?.wheel }

  /// Writes the session. Ignores errors, because the user loses nothing without the file.
  func write(_ session: Session) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    guard let data = try? encoder.encode(session) else { return }
    try? PrivateFile(url: url).replace(with: data)
  }
}
