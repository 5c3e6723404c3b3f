import Foundation
import TestSupport
import Testing

@testable import Markup

/// The tokenizer tests of html5lib-tests (https://github.com/html5lib/html5lib-tests). They lie
/// outside the project: in the folder `HTML5LIB_TOKENIZER`, or beside the project.
struct TokenizerConformanceTests {
  private static let folder =
    ProcessInfo.processInfo.environment["HTML5LIB_TOKENIZER"].map { URL(filePath: $0) }
    ?? URL(filePath: #filePath).appending(path: "../../../../../shared/html5lib/tokenizer")
    .standardizedFileURL

  private static var isAvailable: Bool { FileManager.default.fileExists(atPath: folder.path()) }

  @Test("every tokenizer test of html5lib passes, in pieces too", .enabled(if: isAvailable))
  func html5lib() throws {
    let seed = UInt64.random(in: .min ... .max)
    print("html5lib: random pieces with seed \(seed)")
    var random = SeededRandom(seed: seed)
    var count = 0
    var runs = 0
    let files = try FileManager.default.contentsOfDirectory(
      at: Self.folder, includingPropertiesForKeys: nil)
    for file in files where file.pathExtension == "test" {
      for test in try HTML5LibTest.all(in: Data(contentsOf: file)) {
        count += 1
        for state in test.states {
          let bytes = Array(test.input.utf8)
          let middles = Array(bytes.indices.dropFirst())
          for cuts in [[], middles, middles.filter { _ in .random(using: &random) }] {
            runs += 1
            var recorder = TokenRecorder()
            recorder.read(bytes, from: state, lastStartTag: test.lastStartTag, cuts: cuts)
            #expect(
              recorder.tokens == test.output,
              "\(file.lastPathComponent): \(test.description), from \(state), cut at \(cuts)")
          }
        }
      }
    }
    print("html5lib: \(count) tests, \(runs) runs")
    #expect(count > 0)
  }
}

/// A test in the format of html5lib-tests.
private struct HTML5LibTest {
  var description: String
  var input: String
  var output: [TokenRecorder.Token]
  var states: [Tokenizer.State]
  var lastStartTag: String

  static func all(in json: Data) throws -> [HTML5LibTest] {
    let root = try JSONSerialization.jsonObject(with: json) as? [String: Any]
    let tests = root?["tests"] as? [[String: Any]] ?? []
    return try tests.map { try #require(HTML5LibTest($0)) }
  }

  private init?(_ test: [String: Any]) {
    let isEscaped = test["doubleEscaped"] as? Bool ?? false
    func text(_ value: Any?) -> TokenRecorder.Exact? {
      (value as? String).map { .init(isEscaped ? Self.unescaped($0) : $0) }
    }
    guard let input = text(test["input"]), let output = test["output"] as? [[Any]] else {
      return nil
    }
    self.input = input.text
    description = test["description"] as? String ?? ""
    lastStartTag = test["lastStartTag"] as? String ?? ""
    states = (test["initialStates"] as? [String] ?? ["Data state"]).compactMap { Self.states[$0] }
    var tokens: [TokenRecorder.Token] = []
    for token in output {
      let name = text(token.dropFirst().first) ?? .init("")
      switch token.first as? String {
      case "DOCTYPE":
        guard token.count == 5, let isCorrect = token[4] as? Bool else { return nil }
        tokens.append(
          .doctype(
            name: text(token[1]), publicID: text(token[2]), systemID: text(token[3]),
            isCorrect: isCorrect))
      case "StartTag":
        guard let attributes = token[2] as? [String: Any] else { return nil }
        let pairs = attributes.map { (text($0.key) ?? .init(""), text($0.value) ?? .init("")) }
        tokens.append(
          .startTag(
            name, Dictionary(uniqueKeysWithValues: pairs), isSelfClosing: token.count > 3))
      case "EndTag": tokens.append(.endTag(name))
      case "Comment": tokens.append(.comment(name))
      case "Character": tokens.append(.text(name))
      default: return nil
      }
    }
    self.output = tokens
  }

  private static let states: [String: Tokenizer.State] = [
    "Data state": .data, "PLAINTEXT state": .plaintext, "RCDATA state": .rcdata,
    "RAWTEXT state": .rawText, "Script data state": .scriptData,
    "CDATA section state": .cdataSection,
  ]

  /// Resolves `\uXXXX`. Half a character becomes U+FFFD, as in every text of bytes.
  private static func unescaped(_ text: String) -> String {
    var units: [UInt16] = []
    var rest = Array(text.utf16)[...]
    while let unit = rest.popFirst() {
      if unit == 0x5C, rest.first == 0x75,
        let value = UInt16(String(decoding: rest.dropFirst().prefix(4), as: UTF16.self), radix: 16)
      {
        units.append(value)
        rest = rest.dropFirst(5)
      } else {
        units.append(unit)
      }
    }
    return String(decoding: units, as: UTF16.self)
  }
}
