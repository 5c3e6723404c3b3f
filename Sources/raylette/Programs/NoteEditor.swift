import Foundation
import LinkExchange
import LinkPreview
import LinkStore
import Markup
import RayletteApp
import TaskLimits

/// Edits notes in the user's editor. The terminal must be released while it runs.
///
/// What's written stays in a file of the user's state until the note is stored, because an editor may
/// fail after hours, or lose its terminal along with this program. The next edit of the same note
/// begins with what was left.
final class NoteEditor: Sendable {
  private let editor: EditorCommand
  private let environment: [String: String]
  /// The folders of notes that were written and aren't stored yet, by their texts.
  private let unstored = Locked<[String: NoteDraft]>([:])

  init(environment: [String: String]) {
    editor = EditorCommand(environment: environment)
    self.environment = environment
  }

  /// Returns the edited note, or nil if it's unchanged.
  /// - Parameter address: the address of the note's link.
  func edit(_ note: String, of address: String) async -> Result<String?, EditorFailure> {
    let draft = NoteDraft(of: address, environment: environment)
    do {
      try draft.begin(with: note)
    } catch {
      return .failure(.notWritten(folder: draft.folder.path(percentEncoded: false)))
    }
    let path = draft.file.path(percentEncoded: false)
    switch await editor.edit(path) {
    case .succeeded: break
    case .failed, .cancelled: return .failure(.failed(editor.program, kept: draft.kept()))
    case .notStarted:
      _ = draft.kept()
      return .failure(.notStarted(editor.program))
    }
    guard let bytes = try? Data(contentsOf: draft.file) else {
      _ = draft.kept()
      return .failure(.noteGone)
    }
    guard let text = UserText.decode(bytes, environment: environment) else {
      return .failure(.unknownCharset(kept: path))
    }
    if let refusal = TextLimit.refusal(ofNote: text) {
      return .failure(.tooLong(refusal, kept: path))
    }
    let edited = PlainText.foldedLines(text, limit: TextLimit.note) ?? ""
    if edited == note {
      draft.remove()
      return .success(nil)
    }
    unstored.withLock { $0[edited] = draft }
    return .success(edited)
  }

  /// Removes the file of a note that's stored now.
  func noteStored(_ text: String) {
    unstored.withLock { $0.removeValue(forKey: text) }?.remove()
  }
}

/// The file of a note while it's written.
private struct NoteDraft: Sendable {
  let folder: URL
  /// The file that the editor gets.
  let file: URL
  /// What was in the file before the editor.
  private let original: URL

  init(of address: String, environment: [String: String]) {
    // Always the same folder for a link, so that an editor finds its own file for recovery, too.
    let name = String(FNVHash(address.utf8).value, radix: 36)
    folder = BaseDirectories(environment: environment).state
      .appending(path: "raylette/notes/\(name)", directoryHint: .isDirectory)
    file = folder.appending(path: "note.txt")
    original = folder.appending(path: ".original")
  }

  /// Writes the note for the editor, unless an earlier text is left. If the note has changed since
  /// that, both are in the file.
  func begin(with note: String) throws {
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let text = Data((note.isEmpty ? "" : note + "\n").utf8)
    guard let left else {
      try write(text, to: original)
      return try write(text, to: file)
    }
    let before = (try? Data(contentsOf: original)) ?? Data()
    guard before != text else { return }
    try write(text, to: original)
    if !text.isEmpty { try write(text + Data("\n".utf8) + left, to: file) }
  }

  /// What an earlier edit left, which isn't what was in the file before it.
  private var left: Data? {
    guard let left = try? Data(contentsOf: file), !left.isEmpty,
      left != (try? Data(contentsOf: original))
    else { return nil }
    return left
  }

  /// Keeps what was written, and returns the path of its file. Removes the file if that's nothing.
  func kept() -> String? {
    if left != nil { return file.path(percentEncoded: false) }
    try? FileManager.default.removeItem(at: file)
    try? FileManager.default.removeItem(at: original)
    // Fails if the editor left a file of its own, from which it can recover the text.
    rmdir(folder.path(percentEncoded: false))
    return nil
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  private func write(_ data: Data, to url: URL) throws {
    // Editors create backup copies beside the file, with its permissions.
    let path = url.path(percentEncoded: false)
    guard
      FileManager.default.createFile(
        atPath: path, contents: data, attributes: [.posixPermissions: 0o600])
    else { throw CocoaError(.fileWriteUnknown) }
  }
}

/// The user's editor. It's run from an argument vector, never through a shell.
struct EditorCommand: Sendable {
  /// The program's name or path.
  let program: String
  private let arguments: [String]

  /// - Parameter environment: contains the command, with arguments, in `VISUAL`, or else in
  ///   `EDITOR`. Without either, the editor is vi (POSIX).
  init(environment: [String: String]) {
    let own = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }
      .compactMap { CommandLineSplitter.commands(in: $0).first?.words }.first
    let command = own ?? ["vi"]
    program = command[0]
    arguments = Array(command.dropFirst())
  }

  /// Edits a file in the terminal, which must be released meanwhile.
  func edit(_ path: String) async -> ChildProcess.Outcome {
    await ChildProcess(program, arguments + [path])?.runInTerminal() ?? .notStarted
  }
}
