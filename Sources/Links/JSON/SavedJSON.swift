package import Foundation

/// Saved links as lines of JSON. All keys are always present, with null for missing values. Dates
/// are in ISO 8601.
///
/// Written without `JSONEncoder`, which would take half of the time of a long list.
package enum SavedJSON {
  /// - Parameter lineEnd: what follows each object.
  package static func lines(_ links: [SavedLink], lineEnd: String) -> [UInt8] {
    var lines: [UInt8] = []
    for link in links {
      append(link, to: &lines)
      lines.append(UInt8(ascii: "}"))
      lines += lineEnd.utf8
    }
    return lines
  }

  /// Appends a link's object without its last brace.
  /// - Parameter date: formats dates.
  package static func append(
    _ link: SavedLink, to line: inout [UInt8],
    date: (Date) -> String = { $0.formatted(.iso8601) }
  ) {
    for (start, value) in fields {
      line += start
      append(value(link), to: &line, date: date)
    }
  }

  /// The values in the order of their keys, each with what comes before it.
  private static let fields = SavedField.all(in: .json).sorted { $0.name < $1.name }
    .enumerated().map { index, field in
      var start = [index == 0 ? UInt8(ascii: "{") : UInt8(ascii: ",")]
      JSONLine.append(field.name, to: &start)
      return (start + [UInt8(ascii: ":")], field.value)
    }

  private static func append(
    _ value: SavedField.Value?, to line: inout [UInt8], date format: (Date) -> String
  ) {
    switch value {
    case nil: line += "null".utf8
    case .text(let text): JSONLine.append(text, to: &line)
    case .number(let number): line += "\(number)".utf8
    case .date(let date): JSONLine.append(format(date), to: &line)
    case .tags(let tags):
      line.append(UInt8(ascii: "["))
      for (index, tag) in tags.enumerated() {
        if index > 0 { line.append(UInt8(ascii: ",")) }
        JSONLine.append(tag, to: &line)
      }
      line.append(UInt8(ascii: "]"))
    case .check(let check): JSONLine.append(check.outcome.state.rawValue, to: &line)
    case .progress(let place):
      // 1, as JavaScript writes it, and not 1.0.
      let number = "\(place.progress)"
      line += (number.hasSuffix(".0") ? String(number.dropLast(2)) : number).utf8
    }
  }
}
