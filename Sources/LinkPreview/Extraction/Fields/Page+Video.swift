import Markup
import Foundation

extension Page {
  /// A video file, which plays without the page.
  package var video: LinkMetadata.Media? { video(among: videos) }

  package func video(among videos: [LinkMetadata.Media]) -> LinkMetadata.Media? {
    videos.first { isFile($0) } ?? embeddedVideo
  }

  /// An embedded player, which needs its web page.
  func remoteVideo(among videos: [LinkMetadata.Media]) -> LinkMetadata.Media? {
    videos.first { !isFile($0) }
  }

  /// Follows Apple's rule (TN3156): `og:video` or `twitter:player:stream` if it's a file, otherwise
  /// the player.
  var videos: [LinkMetadata.Media] {
    let named =
      StructuredMedia.all("og:video", in: facts.metas)
      + StructuredMedia.all("twitter:player:stream", in: facts.metas)
      + StructuredMedia.all("twitter:player", except: "twitter:player:stream", in: facts.metas)
    return named.compactMap { named in
      media(named, at: stated).map { lasting(duration(named.duration), $0) }
    } + describedVideos
  }

  private var describedVideos: [LinkMetadata.Media] {
    let main = data.main
    let entities = (main.types.contains("VideoObject") ? [main] : []) + main.entities("video")
    return entities.flatMap { entity in
      media(entity, in: ["contentUrl", "embedUrl"], at: stated).map {
        lasting(duration(entity.text("duration")), $0)
      }
    }
  }

  private func lasting(_ duration: Duration?, _ media: LinkMetadata.Media) -> LinkMetadata.Media {
    var media = media
    media.duration = duration
    return media
  }

  /// The file of a `<video>` element. It's always a file, even if its type isn't stated.
  private var embeddedVideo: LinkMetadata.Media? {
    facts.videoFiles.firstResult { file in
      stated(file.address).map { LinkMetadata.Media(url: $0, type: file.type) }
    }
  }

  private func isFile(_ video: LinkMetadata.Media) -> Bool {
    if let type = video.type {
      return type.hasPrefix("video/") || type.hasPrefix("application/x-mpegurl")
        || type.hasPrefix("application/vnd.apple.mpegurl")
    }
    return ["mp4", "m4v", "mov", "webm", "ogv", "m3u8"].contains(
      video.url.pathExtension.lowercased())
  }

  /// The video's own duration if stated, otherwise the page's.
  private func duration(_ text: String?) -> Duration? {
    (text ?? facts.meta("og:video:duration", "video:duration", "duration")
      ?? data.main.text("duration"))
      .flatMap(WrittenDuration.duration)
  }
}
