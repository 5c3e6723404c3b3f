import Links

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
        "install xdg-utils or w3m, or set BROWSER",
        "add /usr/bin to PATH, which has open, or set BROWSER"
      )
    case .clipboard:
      ("install wl-clipboard or xclip", "add /usr/bin to PATH, which has pbcopy")
    case .betterClipboard:
      (
        "install wl-clipboard for Wayland, xclip for X11",
        "on this Mac, add /usr/bin to PATH, which has pbcopy; over SSH, try another terminal"
      )
    case .mail: ("install xdg-utils", "add /usr/bin to PATH, which has open")
    case .images: ("install chafa", "brew install chafa")
    case .codes: ("install qrencode", "brew install qrencode")
    case .terminalType:
      ("install ncurses-term, or try TERM=xterm-256color", "try TERM=xterm-256color")
    case .locale: ("set LC_ALL=C.UTF-8", "set LC_ALL=en_US.UTF-8")
    }
  }
}
