import CursesTerminal
import Foundation
import Links
import Localization

/// Checks the requirements of the screen: terminal, locale and colours.
struct TerminalCheckup {
  let environment: [String: String]
  /// Whether standard input and output are a terminal.
  var isTerminal = StandardStream.input.isTerminal && StandardStream.output.isTerminal
  var system = OperatingSystem.current

  var findings: [Finding] {
    let support = TerminalSupport(type: type)
    return [terminal(support), locale(support), colors(support), keys]
  }

  private var type: String { environment["TERM"] ?? "" }

  private func terminal(_ support: TerminalSupport) -> Finding {
    if type.isEmpty {
      return Finding(
        .broken, localized("terminal"), localized("TERM isn't set"),
        advice: localized("run raylette in a terminal; TERM=xterm-256color suits most"))
    }
    guard support.colors != nil else {
      return Finding(
        .broken, localized("terminal"), localized("its type \(type) is unknown on this machine"),
        advice: Remedy.terminalType.text(on: system))
    }
    guard isTerminal else {
      return Finding(
        .limited, localized("terminal"),
        localized("standard input or output isn't a terminal; its type is \(type)"),
        advice: localized("only the screen needs one; preview and saved work without"))
    }
    return Finding(.ok, localized("terminal"), type)
  }

  private func locale(_ support: TerminalSupport) -> Finding {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"]
    let name = names.first { !(environment[$0] ?? "").isEmpty }
    let setting = name.map { "\($0)=\(environment[$0] ?? "")" } ?? localized("none is set")
    if support.speaksUTF8 { return Finding(.ok, localized("locale"), "UTF-8 (\(setting))") }
    return Finding(
      .limited, localized("locale"), localized("not UTF-8 (\(setting)), so the screen is ASCII"),
      advice: Remedy.locale.text(on: system))
  }

  private func colors(_ support: TerminalSupport) -> Finding {
    let isDirect = ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "")
    let text = isDirect ? localized("any, from COLORTERM") : "\(support.colors ?? 0)"
    if !(environment["NO_COLOR"] ?? "").isEmpty {
      return Finding(
        .limited, localized("colours"), localized("off, because NO_COLOR is set"),
        advice: localized("--theme auto overrides it"))
    }
    guard (support.colors ?? 0) >= 256 || isDirect else {
      return Finding(
        .limited, localized("colours"), localized("\(text); images in characters need 256"),
        advice: localized("set TERM to a type with 256 colours, such as xterm-256color"))
    }
    return Finding(.ok, localized("colours"), text)
  }

  private var keys: Finding {
    Finding(
      .ok, localized("keys"),
      type.isEmpty
        ? localized("as terminfo has them for no type; no other protocol")
        : localized("as terminfo has them for \(type); no other protocol")
    )
  }
}
