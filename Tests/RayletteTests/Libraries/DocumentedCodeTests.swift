import Foundation
import Testing

/// The code of the libraries' documentation and of the README is compiled and run by tests. Each
/// block of a page is between the lines `// docc:begin PAGE` and `// docc:end` of a test file, in the
/// order of the page.
struct DocumentedCodeTests {
  /// A block of code, without its imports and its indentation.
  private struct Block: Equatable {
    var imports: [String] = []
    var lines: [String]

    init(_ lines: some Sequence<Substring>) {
      let indentation =
        lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
      let all = lines.map { String($0.dropFirst(indentation)) }
      imports = all.filter { $0.hasPrefix("import ") }
      self.lines = Array(all.drop { $0.hasPrefix("import ") || $0.isEmpty })
    }
  }

  /// The Swift code of a page.
  private static func blocks(of page: SourceFile) -> [Block] {
    page.lines.indices.filter { page.lines[$0] == "```swift" }.map { start in
      Block(page.lines[(start + 1)...].prefix { $0 != "```" })
    }
  }

  /// The sections of test files for a page.
  private static func sections(_ name: String, in files: [SourceFile]) -> [Block] {
    files.flatMap { file in
      let trimmed = file.lines.map { $0.drop { $0 == " " } }
      return trimmed.indices.filter { trimmed[$0] == "// docc:begin \(name)" }.map { start in
        let end = trimmed[start...].firstIndex(of: "// docc:end") ?? trimmed.endIndex
        return Block(file.lines[(start + 1)..<end])
      }
    }
  }

  private func expectCompiled(_ page: SourceFile, in files: [SourceFile]) {
    let blocks = Self.blocks(of: page)
    let sections = Self.sections(page.name, in: files)
    #expect(blocks.count == sections.count, "\(page.path)")
    for (block, section) in zip(blocks, sections) {
      #expect(block.lines == section.lines, "\(page.path)")
      #expect(!block.lines.isEmpty, "\(page.path)")
    }
    let lines = Set(files.flatMap(\.lines))
    for name in Set(blocks.flatMap(\.imports)) {
      #expect(lines.contains(name[...]), "\(page.path): \(name)")
    }
  }

  @Test("the code of each page is the tests'", arguments: Library.all)
  func pages(library: Library) throws {
    let tests = try library.tests
    for page in try library.pages { expectCompiled(page, in: tests) }
  }

  @Test("each library has an overview and a tutorial with code", arguments: Library.all)
  func tutorials(library: Library) throws {
    let pages = try library.pages
    let overview = try #require(pages.first { $0.name == library.name })
    let tutorial = try #require(pages.first { $0.name == "GettingStarted" })
    #expect(overview.lines.first == "# ``\(library.name)``")
    #expect(overview.lines.contains("- <doc:GettingStarted>"))
    #expect(!Self.blocks(of: overview).isEmpty)
    #expect(Self.blocks(of: tutorial).count >= 3)
    #expect(Self.blocks(of: tutorial).contains { $0.imports.contains("import \(library.name)") })
  }

  @Test("the code of the README is the tests'")
  func readme() throws {
    let files = try SourceFile.all(in: "Tests/FavoritesTests", "swift")
    let page = try SourceFile(path: "README.md")
    let named = Self.blocks(of: page).compactMap(\.imports.first)
    #expect(named.sorted() == Library.all.map { "import \($0)" }.sorted())
    expectCompiled(page, in: files)
  }
}
