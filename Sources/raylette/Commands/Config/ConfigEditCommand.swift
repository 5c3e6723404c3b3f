import ArgumentParser
import Favorites
import Foundation
import LinkExchange
import Localization
import Markup

struct ConfigEditCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "edit",
      abstract: localized("Open the config file in $VISUAL or $EDITOR, then check it."),
      discussion: localized(
        """
        If there's no file, creates one that lists every setting with its default, commented out. \
        The exit code is 2 if the file has an error afterwards; it stays as you left it.
        """))
  }

  @OptionGroup var dryRun: DryRunOption

  func run() async throws {
    let environment = Invocation.current.environment
    let file = ConfigurationFile(environment: environment)
    let editor = EditorCommand(environment: environment)
    if dryRun.isDryRun {
      let (program, path) = (editor.program, file.displayPath)
      return try CommandOutput.print(
        file.exists
          ? localized("would be edited with \(program): \(path)")
          : localized("would be created and edited with \(program): \(path)"))
    }
    if !file.exists { try create(file) }
    switch await editor.edit(file.path) {
    case .succeeded: break
    case .failed, .cancelled:
      throw CommandFailure(
        message: localized("\(editor.program) failed; \(file.displayPath) wasn't checked"),
        exitCode: 1)
    case .notStarted:
      throw CommandFailure(
        message: localized("can't start the editor \(editor.program); set VISUAL or EDITOR"),
        exitCode: 1)
    }
    let problems = file.exists ? file.checked().problems.map(\.description) : []
    if let failure = CommandFailure(problems) { throw failure }
  }

  private func create(_ file: ConfigurationFile) throws(CommandFailure) {
    do {
      // The address of a proxy can have a password.
      try PrivateFile(url: URL(filePath: file.path))
        .create(Data(ConfigurationFile.commentedDefaults.utf8))
    } catch {
      throw CommandFailure(
        message: localized("can't create \(file.displayPath): \(error.systemErrorText)"),
        exitCode: 1)
    }
  }
}

extension ConfigurationFile {
  /// The text of a new file: every setting with its default, commented out, so that a later
  /// version's defaults apply.
  static var commentedDefaults: String {
    String(decoding: PackageResources.config_yml, as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty || $0.hasPrefix("#") ? String($0) : "#\($0)" }.joined(separator: "\n")
  }
}
