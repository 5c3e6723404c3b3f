import Foundation
import Testing

@testable import raylette

/// The README and the guide.
struct GuideTests {
  @Test("pages have sections of the present texts; UPDATE_MANUAL=1 rewrites them")
  func current() throws {
    var written: Set<GuideSection> = []
    for page in try Guide.pages() {
      let lines = try page.rewritten { name in
        let section = try #require(GuideSection(rawValue: name), "no section is called \(name)")
        written.insert(section)
        return try section.lines(on: page)
      }
      if ProcessInfo.processInfo.environment["UPDATE_MANUAL"] == "1" {
        try page.write(lines)
      } else {
        #expect(page.lines == lines, "\(page.path)")
      }
    }
    #expect(written == Set(GuideSection.allCases))
  }

  @Test("every page of the folder is in the guide, and every page leads to the others")
  func pages() throws {
    let files = try FileManager.default.contentsOfDirectory(
      atPath: Guide.root.appending(path: Guide.folder).path(percentEncoded: false))
    #expect(Set(files) == Set(Guide.names.map { "\($0).md" }))
    for page in try Guide.pages() { #expect(page.sections.contains("pages"), "\(page.path)") }
  }

  @Test("links lead to files and headings that exist, and every picture is shown")
  func links() throws {
    let others = [".github/CONTRIBUTING.md", ".github/SECURITY.md"]
    let pages = try Guide.pages() + others.map(GuidePage.init)
    let anchors = Dictionary(uniqueKeysWithValues: pages.map { ($0.path, $0.anchors) })
    var shown: Set<String> = []
    for page in pages {
      let folder = Guide.root.appending(path: page.path).deletingLastPathComponent()
      for link in page.links {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        let file =
          parts[0].isEmpty
          ? Guide.root.appending(path: page.path)
          : folder.appending(path: String(parts[0])).standardized
        let path = String(
          file.path(percentEncoded: false).dropFirst(Guide.root.path(percentEncoded: false).count))
        shown.insert(path)
        #expect(
          FileManager.default.fileExists(atPath: file.path(percentEncoded: false)),
          "\(page.path): \(link)")
        guard parts.count == 2 else { continue }
        #expect(anchors[path]?.contains(String(parts[1])) == true, "\(page.path): \(link)")
      }
    }
    let pictures = try FileManager.default.contentsOfDirectory(
      atPath: Guide.root.appending(path: "Resources/screenshots").path(percentEncoded: false))
    for picture in pictures {
      #expect(shown.contains("Resources/screenshots/\(picture)"), "nothing shows \(picture)")
    }
  }

  @Test("commands in examples exist, with the options that are named beside them")
  func examples() throws {
    let root = try #require(CommandTree.root)
    var count = 0
    for page in try Guide.pages() {
      // Not the drawing of the targets.
      for line in page.code where line.hasPrefix("raylette ") && !line.contains("→") {
        var command = root
        for word in line.split(separator: " ").dropFirst() {
          guard let next = command.command(named: String(word)) else { break }
          command = next
        }
        // Also the names of commands below the one of the example.
        let commands = [command, command.defaultCommand].compactMap(\.self) + command.commands
        let known = Set(commands.flatMap(\.arguments).flatMap(\.optionNames))
        for option in line.matches(of: /(?:^|\s)(--[a-z][a-z-]*)/).map({ String($0.output.1) }) {
          #expect(known.contains(option), "\(page.path): \(line)")
          count += 1
        }
        #expect(
          command.name != "raylette" || line.contains(/^raylette( --|  )/), "\(page.path): \(line)")
      }
    }
    #expect(count > 30)
  }

  @Test("the README's command for the tests is the one that's run before a change lands")
  func testCommand() throws {
    let command = try #require(
      try GuidePage(path: "README.md").code.first { $0.hasSuffix("swift test") })
    let script = try String(contentsOf: Guide.root.appending(path: ".ci/run"), encoding: .utf8)
    #expect(script.contains(command))
  }
}
