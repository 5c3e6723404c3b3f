import Foundation
package import Markup

/// Saved links as lines of JSON. All keys are always present, with null for missing values. Dates
/// are in ISO 8601.
package enum SavedJSON {
  /// - Parameter lineEnd: what follows each object.
  package static func lines(_ links: [SavedLink], lineEnd: String) -> [UInt8] {
    var lines: [UInt8] = []
    for link in links {
      for (start, value) in fields {
        lines += start
        value(link).json.write(to: &lines)
      }
      lines.append(UInt8(ascii: "}"))
      lines += lineEnd.utf8
    }
    return lines
  }

  /// The values in the order of their keys, each with what comes before it. Making it once saves
  /// time in a long list.
  private static let fields = SavedField.all(in: .json).sorted { $0.name < $1.name }
    .enumerated().map { index, field in
      var start = [index == 0 ? UInt8(ascii: "{") : UInt8(ascii: ",")]
      field.name.json.write(to: &start)
      return (start + [UInt8(ascii: ":")], field.value)
    }
}

extension SavedField.Value: JSONRepresentable {
  package var json: JSONValue {
    switch self {
    case .text(let text): text.json
    case .number(let number): number.json
    case .date(let date): date.json
    case .tags(let tags): tags.json
    case .check(let check): check.outcome.state.rawValue.json
    case .progress(let place): place.progress.json
    }
  }
}
