import TerminalGrid
import Testing

@testable import raylette

/// The setting `images`.
struct ImagePolicyTests {
  @Test(
    "the image policy decides which terminals show pictures",
    arguments: [
      (ImagePolicy.auto, [nil, nil, nil, ColorDepth.palette256, .direct]),
      (.cells, [nil, nil, nil, .palette256, .direct]),
      (.always, [nil, .ansi8, .ansi16, .palette256, .direct]), (.never, [nil, nil, nil, nil, nil]),
      (.pixels, [nil, nil, nil, nil, nil]),
    ])
  func policy(policy: ImagePolicy, expected: [ColorDepth?]) {
    #expect(ColorDepth.allCases.map { policy.depth(on: $0) } == expected)
  }
}
