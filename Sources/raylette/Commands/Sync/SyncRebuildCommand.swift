import Localization
import ArgumentParser
import LinkExchange
import LinkStore
import Links
import Markup
import RayletteApp

/// `raylette sync rebuild`: makes the file of the saved links anew.
struct SyncRebuildCommand: AsyncParsableCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "rebuild",
      abstract: localized(
        "Make the file of the saved links anew from what's readable and from all logs."),
      discussion: localized(
        """
        For a file that's damaged. Links, kept texts, wheels and the history are taken from the file \
        where they can be read, and links also from the logs of all machines, so that none that was \
        synced is missing. The former file is kept beside the new one. What was changed before can't \
        be undone any more.

        If the file doesn't say any more where this machine syncs, give the place as for raylette \
        sync init.
        """))
  }

  @OptionGroup var place: PlaceArgument

  func validate() throws {
    if place.address != nil, place.folder != nil { throw PlaceArgument.needsOne }
  }

  func run() async throws {
    let files = try SyncFiles()
    let named = place.isGiven ? try place.target() : nil
    let outcome = try await files.withLock { () async throws(SyncError) in
      let progress = SyncProgress()
      defer { progress.end() }
      var rebuild = SyncRebuild(
        location: files.location, folder: files.folder, target: named, settings: files.settings)
      rebuild.onProgress = progress.show
      return try await rebuild.run()
    }
    let (file, texts) = (outcome.file, outcome.file.texts)
    try CommandOutput.print(
      texts == 0
        ? localized("made \(file.links, "link") anew")
        : localized("made \(file.links, "link") and \(texts, "kept text") anew"))
    if let former = file.former {
      try CommandOutput.print(localized("the former file is \(former)"))
    }
    try await CommandOutput.inResultLanguage {
      for finding in outcome.findings where finding.status != .sound {
        try Finding(finding).print(asJSON: false)
      }
    }
  }
}
