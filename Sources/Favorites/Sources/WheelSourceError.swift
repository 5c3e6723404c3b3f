package import Bookmarks
import Foundation
package import LinkPreview
import Localization
import Markup

/// A reason why a source can't be read. The description is one line for people.
package enum WheelSourceError: Error, Hashable, Sendable, CustomStringConvertible {
  case unreadable(path: String, InputFileError)
  /// The text contains `://` and isn't a web address.
  case notAnAddress(String)
  case fetch(address: String, LinkMetadataError)
  /// The file's format has no list of links, such as `a PDF`.
  case wrongType(name: String, kind: String)
  /// The format is known, but the content is damaged. The message names the file.
  case damaged(String)
  case wrongLine(SourceProblem)
  case noLinks(name: String, format: BookmarkFormat)
  /// None of the feeds or sitemaps of a list could be read.
  case noReferences(name: String, count: Int, first: SourceProblem)
  case emptyFolder(path: String)
  case noReadme(Repository)

  package var description: String {
    switch self {
    case .unreadable(let path, let error):
      localized("cannot read the wheel \(path): \(error.reason)")
    case .notAnAddress(let text):
      localized(
        "\(PlainText.folded(text.withoutLogins, limit: 80) ?? "") is not an http or https address")
    case .fetch(let address, .failed(.httpStatus(let code)))
    where LinkMetadataError.missingPageStatuses.contains(code):
      localized("there's nothing at \(address) (HTTP \(code)); check the address")
    case .fetch(let address, .failed(.tooLarge(let limit))):
      localized("\(address) is larger than \(limit >> 20) MB; save it as a file in smaller parts")
    case .fetch(let address, .timedOut(let host, let limit)):
      localized(
        "cannot fetch \(address): \(host) didn't answer within \(limit.secondsText); try again later"
      )
    case .fetch(let address, let error):
      localized("cannot fetch \(address): \(error.detail ?? error.sentence)")
    case .wrongType(let name, let kind): localized("\(name) is \(kind), not a list of links")
    case .damaged(let message): message
    case .wrongLine(let problem):
      // The problem's description ends in a full stop.
      problem.description.hasSuffix(".")
        ? String(problem.description.dropLast()) : problem.description
    case .noLinks(let name, .text):
      localized("\(name) has no links; put one http or https address on each line")
    case .noLinks(let name, let format):
      localized("\(name) has no links (read as \(format.rawValue))")
    case .noReferences(let name, 1, let first):
      localized("the only list that \(name) names can't be read: \(first)")
    case .noReferences(let name, let count, let first):
      localized(
        "none of the \(count, "list") that \(name) names can be read; the first one: \(first)")
    case .emptyFolder(let path): localized("\(path) has no file with links in it")
    case .noReadme(let repository):
      localized(
        "there's no README with links at \(repository.address.absoluteString); check the address, or give that of the list itself"
      )
    }
  }

  /// 2 for text that isn't an address, 1 for a source that's missing or has no links.
  package var exitCode: Int32 {
    switch self {
    case .notAnAddress, .wrongLine: 2
    case .unreadable, .fetch, .wrongType, .damaged, .noLinks, .noReferences, .emptyFolder,
      .noReadme:
      1
    }
  }
}

/// The formats of files that people give by mistake.
enum FileKind {
  static var notText: String { localized("no text file") }
  private static var sound: String { localized("a sound file") }

  /// Returns a format's name with its article, or nil if files of this media type may contain
  /// links.
  static func name(ofType mediaType: String) -> String? {
    switch mediaType.prefix(while: { $0 != "/" }) {
    case "image": return mediaType == "image/svg+xml" ? nil : localized("an image")
    case "video": return localized("a video")
    case "audio": return sound
    case "font": return localized("a font")
    default: break
    }
    switch mediaType {
    case "application/pdf": return localized("a PDF")
    case "application/zip", "application/x-7z-compressed", "application/vnd.rar",
      "application/x-bzip2", "application/x-xz", "application/zstd":
      return localized("an archive")
    case "application/x-executable", "application/wasm": return localized("a program")
    case "application/ogg": return sound
    case "application/x-ole-storage": return localized("an office document")
    default: return nil
    }
  }
}
