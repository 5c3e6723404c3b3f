import Favorites
import Foundation
import LinkExchange
import Links
import Localization

/// Checks which of the programs that Raylette starts are installed.
struct ProgramCheckup {
  let environment: [String: String]
  /// The command in the settings that opens links.
  var browserSetting: String?
  /// Whether a screen reader says what the program sends to the terminal.
  var isAccessible = false
  var system = OperatingSystem.current

  var findings: [Finding] { [browser, clipboard, editor, mail, images, codes] }

  private func path(_ names: [String]) -> String? {
    names.lazy.compactMap { name in
      name.contains("/")
        ? (FileManager.default.isExecutableFile(atPath: name) ? name : nil)
        : ChildProcess.path(of: name, in: environment)
    }.first
  }

  private var browser: Finding {
    let names = BrowserCommand.commands(
      browserSetting, environment: environment, system: system
    ).map(\.program)
    if let path = path(names) { return Finding(.ok, localized("browser"), path) }
    return Finding(
      .limited, localized("browser"), localized("none of \(names.list)"),
      advice: browserSetting == nil
        ? Remedy.browser.text(on: system)
        : localized("set browser in the settings to one that's here"))
  }

  private var clipboard: Finding {
    for backend in ClipboardBackend.available(environment: environment, system: system) {
      switch backend {
      case .program(let name, _, _):
        if let path = path([name]) { return Finding(.ok, localized("clipboard"), path) }
      case .tmux:
        if let path = path(["tmux"]) {
          return Finding(.ok, localized("clipboard"), localized("\(path) (its buffer)"))
        }
      case .terminal where isAccessible: continue
      case .terminal:
        return Finding(
          .limited, localized("clipboard"),
          localized("only the terminal's own (OSC 52), which not every terminal has"),
          advice: Remedy.betterClipboard.text(on: system))
      }
    }
    return Finding(
      .limited, localized("clipboard"), localized("none", context: "clipboard"),
      advice: Remedy.clipboard.text(on: system))
  }

  private var editor: Finding {
    let name = EditorCommand(environment: environment).program
    if let path = path([name]) { return Finding(.ok, localized("editor"), path) }
    return Finding(
      .limited, localized("editor"),
      localized("there's no program \(name), so e and config edit don't work"),
      advice: localized("set VISUAL or EDITOR to your editor"))
  }

  private var mail: Finding {
    let openers = MailProgram(system: system).openers
    if let path = path(openers) { return Finding(.ok, localized("mail"), path) }
    return Finding(
      .limited, localized("mail"), localized("none of \(openers.list)"),
      advice: Remedy.mail.text(on: system))
  }

  private var images: Finding {
    if let path = path(["chafa"]) { return Finding(.ok, localized("images"), path) }
    return Finding(
      .limited, localized("images"), localized("there's no program chafa"),
      advice: Remedy.images.text(on: system))
  }

  private var codes: Finding {
    if let path = path(["qrencode"]) { return Finding(.ok, localized("QR codes"), path) }
    return Finding(
      .limited, localized("QR codes"), localized("there's no program qrencode"),
      advice: Remedy.codes.text(on: system))
  }
}
