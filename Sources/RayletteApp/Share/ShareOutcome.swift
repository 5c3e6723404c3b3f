package import LinkPreview
package import Links
import Localization

/// The links to share. Saved links are read only when needed, because there may be many.
package enum ShareSource: Hashable, Sendable {
  case link(LinkMetadata)
  /// - Parameter markdown: the text of the page.
  case article(LinkMetadata, markdown: String)
  case saved([SavedLink.ID])
}

/// The result of sharing.
package enum ShareOutcome: Hashable, Sendable {
  case copied(linkCount: Int, ClipboardRoute)
  /// The message was passed to a mail program.
  case mailed(by: String)
  /// A QR code to be shown.
  case code(QRCode, address: String)
  /// A file was written. The path is shortened with `~` for the home folder.
  case saved(path: String)
  case ran

  /// The route by which text was copied to the clipboard.
  package enum ClipboardRoute: Hashable, Sendable {
    case program(String)
    case tmux
    case terminal

    /// The notice about what was copied.
    fileprivate func message(_ copied: String) -> String {
      switch self {
      case .program(let name): localized("\(copied) to the clipboard with \(name).")
      case .tmux: localized("\(copied) to the tmux buffer.")
      case .terminal:
        localized("\(copied) through the terminal, where it allows that (OSC 52).")
      }
    }
  }

  /// Returns the notice, or nil if the screen shows the outcome itself.
  func message(of activity: ShareActivity) -> String? {
    switch self {
    case .copied(let count, let route): route.message(activity.copied(count))
    case .mailed(let program): localized("Handed to the mail program by \(program).")
    case .code: nil
    case .saved(let path): localized("Saved \(path).")
    case .ran: localized("\(activity.description.name): done.")
    }
  }
}

/// The reason why a link couldn't be shared.
package enum ShareFailure: Error, Hashable, Sendable {
  case cancelled
  case linkGone
  case store(StoreError)
  /// Activities that another part of the program performs.
  case unsupported
  // The clipboard
  case noClipboard
  /// A program didn't accept the text.
  case refused(by: String)
  /// The text is too long for the terminal's clipboard. The limit is in kilobytes.
  case tooLong(limit: Int)
  case terminalBusy
  // Mail
  case noMessage
  case noMailProgram(opener: String)
  case noMailOpener([String])
  // QR codes
  case noEncoder
  case codeTooSmall
  case noCode
  // Files
  case noFolder
  case file(path: String, reason: String)
  case tooManyFiles
  // Programs
  case noProgram(String)
  case notStarted(String)
  case failed(String)
  /// The last line that the program printed.
  case printed(String)

  /// The reason, which follows the activity's failure text, such as "Not copied: ".
  var sentence: String {
    switch self {
    case .cancelled: localized("it was cancelled.")
    case .linkGone: localized("the link isn't there any more.")
    case .store(let error): error.description.asSentence
    case .unsupported: localized("the browser does this.")
    case .noClipboard: localized("there's no clipboard program, such as wl-copy or xclip.")
    case .refused(let program): localized("\(program) didn't take the text.")
    case .tooLong(let limit):
      localized("the text is too long for the terminal's clipboard, over \(limit) KB.")
    case .terminalBusy: localized("another program has the terminal.")
    case .noMessage: localized("no message can be made of this link.")
    case .noMailProgram(let opener): localized("\(opener) found no mail program.")
    case .noMailOpener(let names):
      localized("nothing here opens mail (\(names.list)).")
    case .noEncoder: localized("qrencode isn't installed any more.")
    case .codeTooSmall: localized("the address is longer than a QR code holds.")
    case .noCode: localized("qrencode failed.")
    case .noFolder: localized("no file can be written here.")
    case .file(let path, let reason): "\(path): \(reason)."
    case .tooManyFiles: localized("there are a thousand such files already.")
    case .noProgram(let name): localized("there's no program \(name).")
    case .notStarted(let name): BrowserFailure.notStarted(name).sentence
    case .failed(let name): localized("\(name) reports an error.")
    case .printed(let line): line
    }
  }
}

extension Notice {
  /// Creates a notice with the browser that opened a page, or with the reason for the failure.
  init(_ result: Result<BrowserName, BrowserFailure>, _ keyMap: KeyMap) {
    switch result {
    case .success(let browser):
      let opened = localized("Opened in \(browser.name).")
      let missing = browser.missing.map { "\(BrowserName.message(ofMissing: $0))." }
      self = .information([opened, missing].compactMap(\.self).paragraph)
    case .failure(let failure):
      self = .failure(
        keyMap.message(failure.sentence, advising: "link.address") {
          localized("Press \($0) to see the address.")
        })
    }
  }
}
