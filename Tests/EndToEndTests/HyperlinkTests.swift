import Foundation
import TestSupport
import Testing

/// Addresses on screen are hyperlinks that lead where they say.
@Suite(.takesTurn)
struct HyperlinkTests {
  /// The linked text on screen, with its address.
  private static func links(on screen: TerminalEmulator) -> [[String]] {
    screen.cells.compactMap { row in
      let linked = row.filter { $0.link != nil }
      return linked.first?.link.map { [linked.map(\.text).joined(), $0] }
    }
  }

  @Test("the address of a card opens its page, and no other")
  func card() async throws {
    let routes = [
      "/a": Answer.page("<title>Page a</title>"), "/b": Answer.page("<title>Page b</title>"),
    ]
    try await withServer(routes) { server in
      try await withTemporaryHome { home in
        let wheel = home.file("wheel.txt")
        let addresses = ["/a", "/b"].map { server.url($0).absoluteString }
        try Data(addresses.joined(separator: "\n").utf8).write(to: wheel)
        try await withPseudoTerminal(
          .init(), arguments: ["--wheel", wheel.path()], in: home
        ) { terminal in
          try await terminal.expect { $0.text.contains("Spin the Wheel") }
          #expect(Self.links(on: terminal.screen).isEmpty)
          for count in 1...2 {
            terminal.type(" ")
            try await terminal.expect { screen in
              addresses.contains { address in
                screen.text.contains("Page \(address.suffix(1))")
                  && screen.text.contains("\(count) of \(count)") == (count > 1)
                  && Self.links(on: screen) == [[address, address]]
              }
            }
          }
          // The details have the address, too.
          terminal.type("i")
          try await terminal.expect { screen in
            screen.text.contains("esc back")
              && Self.links(on: screen).allSatisfy { $0[0] == $0[1] }
              && !Self.links(on: screen).isEmpty
          }
          terminal.type("\u{1B}")
          try await terminal.expect { Self.links(on: $0).count == 1 }
          terminal.type("?")
          try await terminal.expect {
            $0.text.contains("close help") && Self.links(on: $0).isEmpty
          }
        }
      }
    }
  }
}
