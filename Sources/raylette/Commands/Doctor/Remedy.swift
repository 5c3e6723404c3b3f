import Links
import Localization

/// The remedies of `raylette doctor` that differ between operating systems, because they name
/// packages, programs and locales.
enum Remedy: CaseIterable {
  case browser, clipboard, betterClipboard, mail, images, codes, terminalType, locale

  func text(on system: OperatingSystem) -> String {
    let (linux, macOS) = texts
    return switch system {
    case .linux: linux
    case .macOS: macOS
    }
  }

  /// Programs in /usr/bin are part of macOS, and only an odd `PATH` lacks them. Homebrew's ncurses
  /// has all types of terminals. macOS has locales of languages, but none of the C library.
  private var texts: (linux: String, macOS: String) {
    switch self {
    case .browser:
      (
        localized("install xdg-utils or w3m, or set BROWSER"),
        localized("add /usr/bin to PATH, which has open, or set BROWSER")
      )
    case .clipboard:
      (
        localized("install wl-clipboard or xclip"),
        localized("add /usr/bin to PATH, which has pbcopy")
      )
    case .betterClipboard:
      (
        localized("install wl-clipboard for Wayland, xclip for X11"),
        localized(
          "on this Mac, add /usr/bin to PATH, which has pbcopy; over SSH, try another terminal")
      )
    case .mail: (localized("install xdg-utils"), localized("add /usr/bin to PATH, which has open"))
    case .images: (localized("install chafa"), localized("brew install chafa"))
    case .codes: (localized("install qrencode"), localized("brew install qrencode"))
    case .terminalType:
      (
        localized("install ncurses-term, or try TERM=xterm-256color"),
        localized("try TERM=xterm-256color")
      )
    case .locale: (localized("set LC_ALL=C.UTF-8"), localized("set LC_ALL=en_US.UTF-8"))
    }
  }
}
