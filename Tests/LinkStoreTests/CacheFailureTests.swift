import Foundation
import GRDB
import LinkPreview
import Markup
import TestSupport
import Testing

@testable import LinkStore

struct CacheFailureTests {
  private let date = Date(timeIntervalSince1970: 1_700_000_000)
  private let failure = LinkMetadataError.failed(.httpStatus(404))

  @Test(
    "lasting failures are cached for 10 minutes",
    arguments: [
      .failed(.hostNotFound("h")), .failed(.connectionRefused("h")),
      .failed(.tls(host: "h", reason: "r")), .timedOut(host: "h", after: .milliseconds(500)),
      .failed(.httpStatus(404)), .failed(.httpStatus(410)), .failed(.httpStatus(500)),
      .failed(.httpStatus(599)),
    ] as [LinkMetadataError])
  func remembered(failure: LinkMetadataError) async throws {
    try await withCache { cache, url in
      try await cache.remember(failure, for: url, at: date)
      for (age, expected) in [(0, failure), (599, failure), (600, nil), (-1, nil)] {
        let found = try await cache.failure(for: url, at: date + Double(age))
        #expect(found?.error == expected, "after \(age) s")
        #expect(found == nil || found?.failedAt == date)
      }
      let other = try await cache.failure(for: url.appending(path: "x"), at: date)
      #expect(other == nil)
    }
  }

  @Test(
    "temporary failures aren't cached",
    arguments: [
      .cancelled, .unknown("x"), .notAllowed(.notAWebAddress), .failed(.httpStatus(403)),
      .failed(.httpStatus(429)), .failed(.connectionClosed("h")), .failed(.botWall(host: "h")),
      .failed(.unreachable(host: "h", reason: "Network is unreachable")),
      .failed(.proxy(host: "h", reason: "r")), .failed(.alreadyStarted),
    ] as [LinkMetadataError])
  func forgotten(failure: LinkMetadataError) async throws {
    try await withCache { cache, url in
      try await cache.remember(failure, for: url, at: date)
      let found = try await cache.failure(for: url, at: date)
      #expect(found == nil)
    }
  }

  @Test("a fetched or unchanged page clears the failures of its addresses")
  func success() async throws {
    try await withCache { cache, url in
      let asked = url.appending(path: "short")
      for address in [url, asked] { try await cache.remember(failure, for: address, at: date) }
      var metadata = page(url, "T")
      metadata.originalURL = asked
      try await cache.store(metadata, at: date)
      for address in [url, asked] {
        let found = try await cache.failure(for: address, at: date)
        #expect(found == nil)
      }
      try await cache.remember(failure, for: asked, at: date)
      try await cache.touch(asked, at: date)
      let found = try await cache.failure(for: asked, at: date)
      #expect(found == nil)
    }
  }

  @Test("failures in another version's format are ignored")
  func unknownForm() async throws {
    try await withCache { cache, url in
      let forms = [
        #"{"version":1,"error":{"melted":{}}}"#, #"{"version":2,"error":{"cancelled":{}}}"#, "x",
      ]
      for form in forms {
        try await cache.remember(failure, for: url, at: date)
        try await cache.file?.write { db in
          try db.execute(sql: "UPDATE failure SET failure = ?", arguments: [Data(form.utf8)])
        }
        let found = try await cache.failure(for: url, at: date)
        #expect(found == nil)
      }
    }
  }

  @Test("expired failures are deleted")
  func swept() async throws {
    try await withCache { cache, url in
      for hour in 0..<5 {
        try await cache.remember(
          failure, for: url.appending(path: "\(hour)"), at: date + Double(hour) * 3600)
      }
      let count = try await cache.file?.read {
        try Int.fetchOne($0, sql: "SELECT count(*) FROM failure")
      }
      #expect(count == 1)
    }
  }
}
