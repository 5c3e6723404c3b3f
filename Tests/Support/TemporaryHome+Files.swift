import Foundation

extension TemporaryHome {
  /// The contents of a file, or nil if it doesn't exist.
  public func text(_ path: String) -> String? {
    try? String(contentsOf: file(path), encoding: .utf8)
  }

  /// Installs a shell script in `bin`.
  public func install(_ name: String, _ script: String) throws {
    try FileManager.default.createDirectory(
      at: file("bin"), withIntermediateDirectories: true)
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file("bin/\(name)"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: file("bin/\(name)").path())
  }

  /// Writes the config file.
  public func configure(_ yaml: String) throws {
    let folder = file(".config/raylette")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(yaml.utf8).write(to: folder.appending(path: "config.yml"))
  }

  /// Writes a theme into a file of its own.
  public func installTheme(_ name: String, _ text: String) throws {
    let folder = file(".config/raylette/themes")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: folder.appending(path: "\(name).yml"))
  }
}
