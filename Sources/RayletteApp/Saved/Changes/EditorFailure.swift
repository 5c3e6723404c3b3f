/// Why a note couldn't be edited.
public enum EditorFailure: Error, Hashable, Sendable {
  case linkGone
  /// The note couldn't be written to this folder for the editor.
  case notWritten(folder: String)
  case failed(String)
  case notStarted(String)
  /// The editor deleted the file.
  case noteGone

  public var sentence: String {
    switch self {
    case .linkGone: "The link isn't there any more."
    case .notWritten(let folder): "The note couldn't be written to \(folder)."
    case .failed(let name): "\(name) failed; the note stays as it was."
    case .notStarted(let name): "\(name) couldn't be started; name one in EDITOR."
    case .noteGone: "The note is gone; it stays as it was."
    }
  }
}
