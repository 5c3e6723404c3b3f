import Favorites
import Foundation
import LinkStore
import Links
import RayletteApp

/// Finds the wheel to start with.
struct WheelOpener {
  let store: WheelStore

  /// - Parameters:
  ///   - option: the name or source on the command line.
  ///   - configured: the name or source in the config file.
  ///   - lastSession: the last session. Its wheel is used, unless the config file names another one
  ///     since.
  func open(
    _ option: String?, configured: String, lastSession: Session?
  ) async throws -> WheelSummary {
    if let option { return try await open(option) }
    if let name = lastSession?.wheel, lastSession?.configuredWheel == configured,
      let wheel = try await named(name)
    {
      return wheel
    }
    return try await open(configured)
  }

  /// Returns the wheel with a name, or else reads the wheel from a source.
  private func open(_ text: String) async throws -> WheelSummary {
    if let wheel = try await named(text) { return wheel }
    let wheel: Wheel
    do {
      wheel = try await WheelArgument(text: text).read()
    } catch {
      var message = error.description
      if case .unreadable = error {
        let names = ((try? await store.all()) ?? []).map(\.name)
        message = NearestName.continuing(
          message, for: text, in: names + Wheel.BuiltIn.allCases.map(\.rawValue))
      }
      throw CommandFailure(message: message, exitCode: error.exitCode)
    }
    return try await inMemory(wheel)
  }

  /// Returns the user's or the built-in wheel with a name, or nil if there's none.
  private func named(_ name: String) async throws -> WheelSummary? {
    do {
      guard let builtIn = Wheel.BuiltIn(rawValue: name),
        try !store.hasBuiltIn(name, version: builtIn.version)
      else { return try await usable(try store.wheel(named: name)) }
      if store.writeError != nil { return try await inMemory(builtIn.wheel) }
      return try await store.keepBuiltIn(builtIn.wheel, version: builtIn.version, at: Date())
    } catch WheelChangeError.nameTaken {
      // A user's wheel with the same name takes precedence.
      return try? store.wheel(named: name)
    }
  }

  /// Returns a wheel that can record seen links: the wheel itself, or a copy in memory if the file
  /// can't be written.
  private func usable(_ wheel: WheelSummary?) async throws -> WheelSummary? {
    guard let wheel, store.writeError != nil else { return wheel }
    let links = try await store.links(of: wheel.id)
    return try await inMemory(Wheel(name: wheel.name, links: links))
  }

  private func inMemory(_ wheel: Wheel) async throws -> WheelSummary {
    try await store.open(wheel, isRemembered: true, at: Date())
  }
}
