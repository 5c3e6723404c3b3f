import Foundation
import Markup

/// Addresses of videos and audio that a page embeds as frames.
enum PlayerAddress {
  /// Returns the page of the video or audio in a frame, or nil if the frame isn't a known player.
  ///
  /// Frames have addresses of their own, whose pages contain nothing but the player.
  static func page(of frame: URL) -> (kind: ArticleMedia.Kind, url: URL)? {
    let host = frame.host()?.lowercased() ?? ""
    let path = frame.path().split(separator: "/").map(String.init)
    func named(_ name: String) -> String? {
      URLComponents(url: frame, resolvingAgainstBaseURL: true)?.queryItems?
        .first { $0.name == name }?.value
    }
    func address(_ kind: ArticleMedia.Kind, _ text: String) -> (ArticleMedia.Kind, URL)? {
      URL(string: text).map { (kind, $0) }
    }
    func after(_ parts: String...) -> String? {
      guard path.starts(with: parts), path.count > parts.count else { return nil }
      return path[parts.count...].joined(separator: "/")
    }
    switch host.hasPrefix("www.") ? String(host.dropFirst(4)) : host {
    case "youtube.com", "youtube-nocookie.com", "m.youtube.com":
      guard let video = after("embed") else { return nil }
      if video == "videoseries" {
        return named("list").flatMap {
          address(.video, "https://www.youtube.com/playlist?list=\($0)")
        }
      }
      return address(.video, "https://www.youtube.com/watch?v=\(video)")
    case "player.vimeo.com":
      return after("video").flatMap { address(.video, "https://vimeo.com/\($0)") }
    case "dailymotion.com":
      return after("embed", "video").flatMap {
        address(.video, "https://www.dailymotion.com/video/\($0)")
      }
    case "player.twitch.tv":
      return named("video").flatMap { address(.video, "https://www.twitch.tv/videos/\($0)") }
        ?? named("channel").flatMap { address(.video, "https://www.twitch.tv/\($0)") }
    case "embed.ted.com": return address(.video, "https://www.ted.com\(frame.path())")
    case "streamable.com":
      return (after("e") ?? after("o")).flatMap { address(.video, "https://streamable.com/\($0)") }
    case "loom.com":
      return after("embed").flatMap { address(.video, "https://www.loom.com/share/\($0)") }
    case "open.spotify.com", "embed.spotify.com":
      return after("embed").flatMap { address(.audio, "https://open.spotify.com/\($0)") }
    case "w.soundcloud.com":
      return named("url").flatMap { $0.hasPrefix("http") ? address(.audio, $0) : nil }
    case "embed.podcasts.apple.com":
      return address(.audio, "https://podcasts.apple.com\(frame.path())")
    case "bandcamp.com": return path.first == "EmbeddedPlayer" ? (.audio, frame) : nil
    default:
      // PeerTube, which has many hosts.
      return after("videos", "embed").flatMap {
        address(.video, "https://\(host)/videos/watch/\($0)")
      }
    }
  }

  /// Returns the title of a frame, unless it's the same on all frames of the site.
  static func title(_ text: String) -> String? {
    guard let title = PlainText.folded(text) else { return nil }
    let lowercased = title.inLowerCase
    return general.contains { lowercased == $0 || lowercased.hasSuffix(" \($0)") } ? nil : title
  }

  private static let general = [
    "video player", "player", "embed", "iframe", "video", "embedded video", "embedded content",
    "audio", "media player", "vimeo-player", "watch",
  ]
}
