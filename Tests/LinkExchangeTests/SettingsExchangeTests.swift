import Foundation
import Links
import TaskLimits
import TestSupport
import Testing

@testable import LinkExchange
@testable import LinkStore

/// Saved searches and the choice of what's kept, on several devices.
@Suite("Settings of several devices")
struct SettingsExchangeTests {
  private static let start = Date(timeIntervalSince1970: 1_750_000_000)

  private static func device(_ name: String, in home: TemporaryHome) async throws -> SyncDevice {
    let device = try SyncDevice(name, in: home, now: start)
    try await device.sync.begin(device: name, remote: "test")
    try await device.sync.exchangeFacts(ofWheels: false, at: start)
    return device
  }

  /// Shares what a config file says, some seconds after the start.
  private static func share(
    _ searches: [String: String], keep: String? = nil, on device: SyncDevice, after seconds: Double
  ) async throws {
    device.clock.withLock { $0 = start + seconds }
    try await device.sync.share(
      SharedSettings(searches: searches, values: keep.map { ["keep": $0] } ?? [:]),
      at: device.now)
  }

  private static func exchange(_ first: SyncDevice, _ second: SyncDevice) async throws {
    let (mine, yours) = (try await first.takeLines(), try await second.takeLines())
    try await second.receive(mine, from: first.name)
    try await first.receive(yours, from: second.name)
  }

  @Test("what one device's file says comes to the others, the last one said counts")
  func comes() async throws {
    try await withTemporaryHome { home in
      let (first, second) = (
        try await Self.device("first", in: home), try await Self.device("second", in: home)
      )
      try await Self.share(["a": "#a", "b": "#b"], keep: "pictures", on: first, after: 1)
      try await Self.exchange(first, second)
      for device in [first, second] {
        let shared = try await device.sync.sharedSettings()
        #expect(shared.searches == ["a": "#a", "b": "#b"])
        #expect(device.sync.sharedValue(of: "keep") == "pictures")
      }
      // Both change one, and the other device's file still says nothing about b.
      try await Self.share(["a": "#later"], keep: "off", on: second, after: 3)
      try await Self.share(["a": "#earlier", "b": "#b"], keep: "pictures", on: first, after: 2)
      try await Self.exchange(first, second)
      for device in [first, second] {
        #expect(try await device.sync.sharedSettings().searches == ["a": "#later", "b": "#b"])
        #expect(device.sync.sharedValue(of: "keep") == "off")
      }
      // Saying the same again changes nothing.
      try await Self.share(["a": "#earlier", "b": "#b"], keep: "pictures", on: first, after: 4)
      #expect(try await first.takeLines().isEmpty)
      // What's taken out of one file is gone on all devices.
      try await Self.share(["a": "#earlier"], on: first, after: 5)
      try await Self.exchange(first, second)
      for device in [first, second] {
        #expect(try await device.sync.sharedSettings().searches == ["a": "#later"])
        #expect(device.sync.sharedValue(of: "keep") == nil)
      }
    }
  }

  @Test("what was said before the exchange began is sent")
  func earlier() async throws {
    try await withTemporaryHome { home in
      let device = try SyncDevice("first", in: home, now: Self.start)
      try await Self.share(["a": "#a \"x\""], keep: "off", on: device, after: 1)
      try await device.sync.begin(device: "first", remote: "test")
      try await device.sync.exchangeFacts(ofWheels: false, at: device.now)
      let lines = try await device.takeLines()
      #expect(
        lines == [
          ##"{"at":"2025-06-15T15:06:41.000Z","search":"a","filter":"#a \"x\""}"##,
          #"{"at":"2025-06-15T15:06:41.000Z","setting":"keep","value":"off"}"#,
        ])
    }
  }
}
