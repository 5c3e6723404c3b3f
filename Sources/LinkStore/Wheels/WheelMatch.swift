import GRDB
import Links

/// A narrowing of a wheel in SQL. Joins the topics from their own table, so that SQLite finds rows
/// one after the other, and the first ones come without delay.
struct WheelMatch {
  /// The tables: `FROM …`.
  let source: String
  let condition: String
  let arguments: StatementArguments

  init(_ narrowing: WheelNarrowing, in wheel: Int64) {
    var conditions: [String] = []
    var arguments: StatementArguments = []
    if let topic = narrowing.topic {
      source = "FROM wheelTopic CROSS JOIN wheelLink ON wheelLink.id = wheelTopic.linkID"
      conditions.append("wheelTopic.wheelID = ? AND wheelTopic.topic = ?")
      arguments += [wheel, topic]
    } else {
      source = "FROM wheelLink"
      conditions.append("wheelLink.wheelID = ?")
      arguments += [wheel]
    }
    if let language = narrowing.language {
      conditions.append("wheelLink.language = ?")
      arguments += [language]
    }
    if let host = narrowing.host {
      conditions.append("wheelLink.host = ?")
      arguments += [host]
    }
    condition = conditions.joined(separator: " AND ")
    self.arguments = arguments
  }

  /// The narrowing as a condition on rows of `wheelLink` that are read in another order.
  static func rowCondition(_ narrowing: WheelNarrowing) -> (sql: String, StatementArguments) {
    var sql = ""
    var arguments: StatementArguments = []
    if let topic = narrowing.topic {
      sql += """
         AND EXISTS (SELECT 1 FROM wheelTopic
         WHERE wheelTopic.wheelID = wheelLink.wheelID AND topic = ? AND linkID = wheelLink.id)
        """
      arguments += [topic]
    }
    if let language = narrowing.language {
      sql += " AND language = ?"
      arguments += [language]
    }
    if let host = narrowing.host {
      sql += " AND host = ?"
      arguments += [host]
    }
    return (sql, arguments)
  }
}
