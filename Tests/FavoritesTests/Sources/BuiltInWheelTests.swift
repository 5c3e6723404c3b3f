import Foundation
import Links
import Markup
import Testing

@testable import Favorites

struct BuiltInWheelTests {
  @Test(
    "the built-in wheels are complete, without duplicates",
    arguments: [(Wheel.BuiltIn.tutorials, 355), (.classic, 9)])
  func builtIn(name: Wheel.BuiltIn, count: Int) {
    let links = name.wheel.links
    #expect(links.count == count)
    #expect(Set(links.map(\.address)).count == count)
    #expect(links.allSatisfy { URL(webAddress: $0.address)?.absoluteString == $0.address })
    #expect(links.allSatisfy { !$0.topics.isEmpty && $0.language != nil })
  }
}
