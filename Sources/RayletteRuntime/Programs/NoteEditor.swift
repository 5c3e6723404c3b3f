package import ChildProcesses
import Foundation
import LinkPreview
import Markup
import RayletteApp

/// Edits a note in the user's editor. The terminal must be released while it runs.
struct NoteEditor: Sendable {
  private let editor: EditorCommand

  init(environment: [String: String]) { editor = EditorCommand(environment: environment) }

  /// Returns the edited note, or nil if it's unchanged.
  func edit(_ note: String) async -> Result<String?, EditorFailure> {
    let folder = URL(filePath: NSTemporaryDirectory()).appending(
      path: "raylette-\(UUID().uuidString)")
    let file = folder.appending(path: "note.txt")
    defer { try? FileManager.default.removeItem(at: folder) }
    do {
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      try Data((note.isEmpty ? "" : note + "\n").utf8).write(to: file)
      // Editors create backup copies beside the file, with its permissions.
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o600], ofItemAtPath: file.path(percentEncoded: false))
    } catch {
      return .failure(.notWritten(folder: folder.path()))
    }
    switch await editor.edit(file.path(percentEncoded: false)) {
    case .succeeded: break
    case .failed, .cancelled: return .failure(.failed(editor.program))
    case .notStarted: return .failure(.notStarted(editor.program))
    }
    guard let bytes = try? Data(contentsOf: file) else {
      return .failure(.noteGone)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    let edited = PlainText.foldedLines(text, limit: TextLimit.note) ?? ""
    return .success(edited == note ? nil : edited)
  }
}

/// The user's editor. It's run from an argument vector, never through a shell.
package struct EditorCommand: Sendable {
  /// The program's name or path.
  package let program: String
  private let arguments: [String]

  /// - Parameter environment: contains the command, with arguments, in `VISUAL`, or else in
  ///   `EDITOR`. Without either, the editor is vi (POSIX).
  package init(environment: [String: String]) {
    let own = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }
      .compactMap { CommandLineSplitter.commands(in: $0).first?.words }.first
    let command = own ?? ["vi"]
    program = command[0]
    arguments = Array(command.dropFirst())
  }

  /// Edits a file in the terminal, which must be released meanwhile.
  package func edit(_ path: String) async -> ChildProcess.Outcome {
    await ChildProcess(program, arguments + [path])?.runInTerminal() ?? .notStarted
  }
}
