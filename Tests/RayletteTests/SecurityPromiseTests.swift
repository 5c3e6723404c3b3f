import Foundation
import Testing

/// The promises of SECURITY.md.
struct SecurityPromiseTests {
  /// The promises, each with the names of its tests.
  private static func promises() throws -> [(text: String, tests: [String])] {
    let page = try GuidePage(path: ".github/SECURITY.md")
    let section = page.lines.drop { $0 != "## Promises" }.dropFirst().prefix { !$0.hasPrefix("#") }
    let items = section.joined(separator: "\n").components(separatedBy: "\n- **").dropFirst()
    return items.map { item in
      (item, item.matches(of: /`([A-Za-z]+Tests)`/).map { String($0.output.1) })
    }
  }

  @Test("each promise names its tests, and those exist")
  func named() throws {
    let folder = Guide.root.appending(path: "Tests").path(percentEncoded: false)
    let files = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    let names = files.filter { $0.hasSuffix("Tests.swift") }
    let promises = try Self.promises()
    #expect(promises.count == 7)
    for promise in promises {
      #expect(!promise.tests.isEmpty, "\(promise.text)")
      for test in promise.tests {
        let file = names.first { $0.hasSuffix("/\(test).swift") }
        let path = try #require(file, "no file \(test).swift")
        let text = try String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)
        #expect(text.contains("struct \(test) {") && text.contains("@Test"), "\(path)")
      }
    }
  }
}
