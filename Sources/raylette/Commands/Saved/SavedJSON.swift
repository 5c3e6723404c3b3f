import Foundation
import Links

/// A saved link as one line of JSON. All keys are always present, with null for missing values.
/// Dates are in ISO 8601.
struct SavedJSON: Encodable {
  private let link: SavedLink

  init(_ link: SavedLink) { self.link = link }

  private static let fields = SavedField.all(in: .json)

  func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: JSONKey.self)
    for field in Self.fields {
      try values.encode(field.value(link), forKey: JSONKey(field.name))
    }
  }

  var line: String { get throws { try JSONLine.text(of: self) } }
}
