import Foundation
import Testing

/// Whoever changes Raylette for the first time goes by CONTRIBUTING, so it must name what's there.
struct ContributingTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private static func text() throws -> String {
    try String(contentsOf: root.appending(path: ".github/CONTRIBUTING.md"), encoding: .utf8)
  }

  /// The words of the document that are set as code, each once.
  private static func names() throws -> [String] {
    try Set(text().matches(of: /`([^`\n]+)`/).map { String($0.output.1) }).sorted()
  }

  /// The paths of files in the folders that the document speaks of.
  private static func files() throws -> [String] {
    try ["Sources", "Tests", "Resources"].flatMap { folder in
      try FileManager.default.subpathsOfDirectory(
        atPath: root.appending(path: folder).path(percentEncoded: false)
      ).map { "\(folder)/\($0)" }
    }
  }

  @Test("its files and folders exist")
  func paths() throws {
    let files = try Self.files()
    let paths = try Self.names().filter { name in
      name.wholeMatch(
        of: /[A-Za-z+.\/-]*(\.swift|\.yml|\.sh)|(Sources|Tests|Resources)\/[A-Za-z\/]+/)
        != nil
    }
    #expect(paths.count > 30)
    // Stand for one file of many.
    let patterns = ["KeyMap+Feature.swift", "Page+Field.swift"]
    for path in paths where !patterns.contains(where: path.hasSuffix) {
      #expect(files.contains { $0 == path || $0.hasSuffix("/\(path)") }, "\(path) doesn't exist")
    }
  }

  @Test("its types exist")
  func types() throws {
    let names = try Self.names().filter {
      $0.wholeMatch(of: /([A-Z][a-z0-9]+)+|[A-Z][a-z]+/) != nil
    }
    let files = try Self.files().filter { $0.hasPrefix("Sources/") && $0.hasSuffix(".swift") }
    var declared = Set(files.map { String($0.split(separator: "/")[1]) })
    for file in files {
      let text = try String(contentsOf: Self.root.appending(path: file), encoding: .utf8)
      for match in text.matches(of: /\b(?:struct|class|enum|protocol|actor|typealias) ([A-Z]\w*)/) {
        declared.insert(String(match.output.1))
      }
    }
    for name in names where name != "Sources" {
      #expect(declared.contains(name), "nothing is called \(name)")
    }
  }

  @Test("its table of targets has every folder of Sources but the C ones")
  func targets() throws {
    let text = try Self.text()
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: Self.root.appending(path: "Sources").path(percentEncoded: false))
    for folder in folders where folder.wholeMatch(of: /C[A-Z].*/) == nil {
      #expect(text.contains("\n| `\(folder)` |"), "\(folder) is missing")
    }
  }

  @Test("commands know no screen, because Printing draws what they print like one")
  func screens() throws {
    let files = try Self.files().filter { $0.hasPrefix("Sources/raylette/Commands/") }
    for file in files where file.hasSuffix(".swift") {
      let text = try String(contentsOf: Self.root.appending(path: file), encoding: .utf8)
      #expect(!text.contains("import RayletteApp\n"), "\(file)")
    }
  }

  @Test("tests read the variables of its commands, and the suites they name exist")
  func commands() throws {
    let files = try Self.files().filter { $0.hasPrefix("Tests/") && $0.hasSuffix(".swift") }
    let sources = try files.map {
      try String(contentsOf: Self.root.appending(path: $0), encoding: .utf8)
    }
    // Swift Testing reads this one itself.
    let ours = try Self.names().flatMap { $0.matches(of: /\b([A-Z_]+)=/) }
      .map { String($0.output.1) }.filter { !$0.hasPrefix("SWT_") }
    #expect(!ours.isEmpty)
    for variable in ours {
      #expect(sources.contains { $0.contains("\"\(variable)\"") }, "nothing reads \(variable)")
    }
    let filters = try Self.names().flatMap { $0.matches(of: /--filter '?([A-Za-z|]+)/) }
      .flatMap { $0.output.1.split(separator: "|") }
    for filter in filters {
      #expect(files.contains { $0.contains(filter) }, "no tests are called \(filter)")
    }
  }
}
