import Foundation
import Testing

/// The API of the libraries: what other packages see has documentation and a test.
struct PublicAPITests {
  @Test("every public declaration has a documentation comment", arguments: Library.all)
  func documented(library: Library) throws {
    let declarations = try library.sources.flatMap(PublicDeclaration.all)
    #expect(declarations.count > 10)
    for declaration in declarations where !declaration.isDocumented {
      #expect(declaration.isRequirement, "\(declaration.place): \(declaration.text)")
    }
  }

  @Test("every public name occurs in the tests")
  func tested() throws {
    var missing: [String: PublicDeclaration] = [:]
    for declaration in try Library.all.flatMap({ try $0.sources.flatMap(PublicDeclaration.all) })
    where !declaration.isRequirement {
      if let name = declaration.name { missing[name] = declaration }
    }
    #expect(missing.count > 300)
    for file in try SourceFile.all(in: "Tests", "swift")
    where !file.path.contains("/Benchmarks/") && !file.path.contains("/Libraries/") {
      for line in file.lines where !line.drop(while: { $0 == " " }).hasPrefix("//") {
        for word in line.utf8.split(whereSeparator: { !Self.isOfName($0) }) {
          missing[String(Substring(word))] = nil
        }
      }
    }
    for (name, declaration) in missing.sorted(by: { $0.key < $1.key }) {
      Issue.record("no test has \(name), which is public in \(declaration.place)")
    }
  }

  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  @Test("declarations are found in a file, with their documentation")
  func found() throws {
    let text = """
      public import Foundation

      /// A thing.
      public struct Thing {
        /// Its size.
        @available(macOS 15, *)
        public var size: Int
        public let name: String
        var hidden = 0

        /// A kind.
        public enum Kind: Hashable {
          /// The first.
          case one
          case two, three
          private enum Inner { case inner }
        }

        public static func == (first: Thing, second: Thing) -> Bool { true }
      }

      extension Thing {
        /// Not this one's.

        public mutating func change() {}
        private let text = \"\"\"
          public let nothing = 1
          \"\"\"
      }

      /// A protocol.
      public protocol Changing {
        func change()
      }
      enum Internal {
        case none
      }
      """
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appending(path: "\(UUID().uuidString).swift")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let path = String(repeating: "../", count: 20) + file.path(percentEncoded: false).dropFirst()
    let found = PublicDeclaration.all(in: try SourceFile(path: path))
    #expect(
      found.map { "\($0.name ?? "case") \($0.isDocumented)" } == [
        "Thing true", "size true", "name false", "Kind true", "case true", "case false",
        "case false", "change false", "Changing true", "change false",
      ])
    #expect(found.map(\.isRequirement).firstIndex(of: true) == 6)
  }
}
