import ArgumentParser
import Foundation
import LinkStore
import RayletteApp
import LinkSync

struct SyncInitCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "init", abstract: "Set up a git repository or a folder, or join one.",
    discussion: """
      The repository has to exist, and may be empty. All links of this machine go there, and those \
      that other machines have brought come here.
      """)

  @Argument(help: ArgumentHelp("The address of a git repository.", valueName: "address"))
  var address: String?

  @Option(
    help: ArgumentHelp("A folder that another program synchronises.", valueName: "path"),
    completion: .directory)
  var folder: String?

  func validate() throws {
    guard (address == nil) != (folder == nil) else {
      throw ValidationError("Give the address of a git repository, or --folder with a path.")
    }
  }

  func run() async throws {
    let access = try SyncAccess()
    if let place = try await access.state()?.place, let old = SyncTarget(stored: place) {
      throw CommandFailure(
        message: "this machine syncs with \(old.shown) already; run raylette sync leave first",
        exitCode: 1)
    }
    let target = try target()
    let report = try await access.withLock { () throws(SyncError) in
      let place = try await access.place(of: target, creates: true)
      // Looks at the place before anything changes here.
      let engine = access.engine(at: place)
      let devices = Set(try await engine.refresh().files.map(\.device))
      var random = SystemRandomNumberGenerator()
      let name = DeviceName.make(host: ProcessInfo.processInfo.hostName, using: &random)
      do throws(StoreError) {
        try await access.store.begin(device: name, place: target.stored)
      } catch {
        throw .store(error)
      }
      return (devices.count, try await engine.run())
    }
    let others = report.0 == 1 ? "1 device" : "\(report.0.grouped) devices"
    try CommandOutput.print(
      report.0 == 0 ? "set up \(target.shown)" : "joined \(target.shown) with \(others)")
    try SyncReport.print(report.1)
  }

  private func target() throws(CommandFailure) -> SyncTarget {
    do throws(SyncPlaceError) {
      if let folder { return .folder(path: SyncTarget.absolute(folder)) }
      return .git(try SyncAddress(address ?? ""), typed: address ?? "")
    } catch {
      throw CommandFailure(message: "\(error)", exitCode: 2)
    }
  }
}
