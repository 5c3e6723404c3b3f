import Localization

/// Finds the name that somebody probably meant.
enum NearestName {
  /// Returns the most similar of some names, or nil if none is similar.
  static func of(_ text: String, in names: [String]) -> String? {
    let text = text.lowercased()
    // About one slip in three letters. A higher limit would suggest names that look nothing like
    // the text.
    let limit = max(1, text.count / 3)
    let near = names.map { (name: $0, distance: distance(text, $0.lowercased())) }
      .filter { $0.distance <= limit }
      .min { $0.distance < $1.distance }
    if let near { return near.name }
    return text.count < 3 ? nil : names.first { $0.lowercased().hasPrefix(text) }
  }

  /// Returns a message that ends in a full stop, and suggests a similar name if there's one.
  static func suggesting(_ message: String, for text: String, in names: [String]) -> String {
    of(text, in: names).map { [message, question(about: $0)].paragraph } ?? message
  }

  /// Asks whether somebody meant a name.
  static func question(about name: String) -> String { localized("Did you mean '\(name)'?") }

  /// Returns a message without a full stop, which suggests a similar name if there's one.
  static func continuing(_ message: String, for text: String, in names: [String]) -> String {
    of(text, in: names).map { localized("\(message); did you mean \($0)?") } ?? message
  }

  /// Counts the letters to insert, delete, replace or swap with their neighbour (the optimal string
  /// alignment distance), because swapped letters are the most frequent slip.
  static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a), Array(b))
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(
          rows[i][j] + (a[i] == b[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, rows[i - 1][j - 1] + 1)
        }
        row.append(cost)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
