import Testing

@testable import raylette

struct ProgramVersionTests {
  @Test(
    "all details are asked for by both options, in any order",
    arguments: [
      (["--version", "--verbose"], true), (["--verbose", "--version"], true),
      (["--version"], false), (["--version", "--version"], false),
      (["saved", "--version", "--verbose"], false),
    ])
  func request(arguments: [String], isRequest: Bool) {
    #expect(ProgramVersion.isAskedForDetails(arguments) == isRequest)
  }

  @Test("each library has a line with its version, its licence and how it's linked")
  func details() {
    let details = ProgramVersion.details(
      libraries: "swift-nio|2.101.2|Apache-2.0|linked;libc.so.6|2.36|LGPL-2.1+|loaded")
    #expect(
      details.split(separator: "\n").dropFirst() == [
        "swift-nio  2.101.2  Apache-2.0  linked",
        "libc.so.6  2.36     LGPL-2.1+   loaded",
      ])
  }

  @Test("a build that doesn't know its libraries says where they're listed")
  func unknown() {
    #expect(ProgramVersion.details(libraries: "").contains("Resources/packaging/licences"))
  }
}
