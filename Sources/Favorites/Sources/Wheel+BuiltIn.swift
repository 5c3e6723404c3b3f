import Bookmarks
package import Foundation
import LinkStore
package import Links
import Markup

extension WheelStore {
  /// Returns the user's wheels and the built-in ones, by name. Stores built-in wheels that are
  /// missing.
  package func allWithBuiltIn(at date: Date) async throws(StoreError) -> [WheelSummary] {
    if writeError == nil {
      for builtIn in Wheel.BuiltIn.allCases {
        do throws(WheelChangeError) {
          if try hasBuiltIn(builtIn) { continue }
          try await keepBuiltIn(builtIn.wheel, version: builtIn.version, at: date)
        } catch .store(let error) {
          throw error
        } catch {
          // A user's wheel with the same name takes precedence.
        }
      }
    }
    return try await all()
  }

  private func hasBuiltIn(_ builtIn: Wheel.BuiltIn) throws(WheelChangeError) -> Bool {
    do throws(StoreError) {
      return try hasBuiltIn(builtIn.rawValue, version: builtIn.version)
    } catch {
      throw .store(error)
    }
  }
}

extension Wheel {
  /// The built-in wheels, made from the tables in `Resources/wheels`.
  package enum BuiltIn: String, CaseIterable, Sendable {
    /// Guides for building a technology from scratch.
    case tutorials
    /// The links of the iOS app Raylette from 2020.
    case classic

    package var wheel: Wheel { Wheel(name: rawValue, links: links(ofTable: table)) }

    /// Identifies the version of the table, so that an update of the program updates the wheel.
    package var version: String { String(FNVHash(table).value, radix: 16) }

    private var table: [UInt8] {
      switch self {
      case .tutorials: PackageResources.tutorials_tsv
      case .classic: PackageResources.classic_tsv
      }
    }

    /// Parses tab-separated rows of topic, language and address. `#` begins a comment. Splits
    /// bytes, because every start waits for this and splitting characters is many times slower.
    private func links(ofTable table: [UInt8]) -> [Link] {
      table.split(separator: UInt8(ascii: "\n")).compactMap { row in
        let columns = row.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
          .map { String(decoding: $0, as: UTF8.self) }
        guard row.first != UInt8(ascii: "#"), columns.count >= 3 else { return nil }
        return Link(
          address: columns[2], topics: columns[0].isEmpty ? [] : [columns[0]],
          language: columns[1].isEmpty ? nil : columns[1])
      }
    }
  }
}
