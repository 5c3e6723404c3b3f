/// A table that the stores may read from its beginning to its end.
public struct IntendedScan: Sendable {
  /// As in the plan of the statement, which says the alias if there's one.
  let table: String
  /// A part of the statements that this is for; empty for all.
  let part: String
  /// Why there's no better way.
  let reason: String

  private init(_ table: String, in part: String = "", _ reason: String) {
    self.table = table
    self.part = part
    self.reason = reason
  }

  static let all = small + whole + ofTests

  /// Tables that never have many rows, however many links there are.
  private static let small = [
    IntendedScan("sqlite_master", "the tables and triggers of the file"),
    IntendedScan("sqlite_temp_schema", "the temporary ones of the connection"),
    IntendedScan("pragma_table_info", "the columns of a table"),
    IntendedScan("sqlite_sequence", "a row for each of some tables"),
    IntendedScan("json_each", "what the statement was given"),
    IntendedScan("linkVersion", "one row"),
    IntendedScan("syncState", "one row"),
    IntendedScan("syncFile", "two for each device"),
    IntendedScan("startDay", "thirty days"),
    IntendedScan("followedBrowser", "one for each browser"),
    IntendedScan("ownSetting", "what the config file says"),
    IntendedScan("trashArrival", "links of other devices in the trash, once a start"),
    IntendedScan("change", "the last thousand"),
    IntendedScan("visit", "the last two thousand"),
    IntendedScan("wheel", "as many as a person names"),
    IntendedScan("neverAgain", "as many as a person refuses one by one"),
    IntendedScan("failure", "those of ten minutes"),
    IntendedScan("reading", "ten thousand pages at most"),
    IntendedScan("page", "the cache has a limit; doctor, prune and the sum of sizes want all"),
    IntendedScan("image", "the cache has a limit; doctor, prune and the sum of sizes want all"),
    IntendedScan("pages", "one row of an aggregate"),
    IntendedScan("images", "one row of an aggregate"),
    IntendedScan("address", "the cache has a limit; offline, all addresses are wanted"),
    IntendedScan("links", "one row of an aggregate"),
    IntendedScan("main.linkText_config", "three rows, read by FTS5"),
    IntendedScan("main.articleText_config", "three rows, read by FTS5"),
    IntendedScan("main.articlePrefix_config", "three rows, read by FTS5"),
  ]

  /// Statements that want every row, or end early.
  private static let whole = [
    IntendedScan(
      "link", in: "SELECT id FROM link WHERE trashedAt IS",
      "a list of saved links; it's remembered until they change"),
    IntendedScan("link", in: "SELECT COUNT(*) FROM link INDEXED BY linkBySavedAt", "counts all"),
    IntendedScan(
      "link", in: "SELECT id, host, title FROM link", "orders all titles, once a language"),
    IntendedScan("link", in: "SELECT tags FROM link WHERE tags <> ''", "counts all tags"),
    IntendedScan("link", in: "SELECT host, COUNT(*) AS links", "counts all sites"),
    IntendedScan(
      "link", in: "SELECT id, coalesce(title, url) FROM link", "compares all titles by letters"),
    IntendedScan(
      "link", in: "SELECT key FROM link", "an import of so many links that looking up is slower"),
    IntendedScan(
      "link", in: "SELECT * FROM link WHERE NOT EXISTS (SELECT 1 FROM syncLink",
      "sync init, which hands over all links"),
    IntendedScan(
      "link", in: "SELECT id, trashedAt IS NOT NULL, tags FROM link WHERE tags <> ''",
      "reads all tags, in their index"),
    IntendedScan(
      "link", in: "SELECT id, url, key FROM link WHERE instr(url", "once for a new schema"),
    IntendedScan("value", in: "FROM changeValue value JOIN", "once for a new schema"),
    IntendedScan(
      "syncOutbox", in: "UPDATE syncOutbox SET key", "for a few links, once for a new schema"),
    IntendedScan("linkWord", in: "SELECT group_concat(term", "all words, to look inside them"),
    IntendedScan("seenLink", in: "SELECT url FROM seenLink", "marks all links of a new wheel"),
    IntendedScan("seenLink", in: "SELECT 'seen ' || url AS key", "sync begins to exchange facts"),
    IntendedScan("syncFact", in: "WHERE key NOT LIKE 'visit %'", "sync begins to exchange facts"),
    IntendedScan("syncFact", in: "INSERT INTO syncOutbox", "sends all facts again"),
    IntendedScan("syncFact", in: "DELETE FROM syncOutbox", "sync stops to exchange facts"),
    IntendedScan("syncOutbox", in: "DELETE FROM syncOutbox", "forgets what waits"),
    IntendedScan("syncOutbox", in: "SELECT COUNT(*) FROM syncOutbox", "counts what waits"),
    IntendedScan("syncOutbox", in: "ORDER BY syncOutbox.id", "sends all that waits"),
    IntendedScan("syncLink", in: "SELECT key, times FROM syncLink", "sends everything again"),
    IntendedScan("changedLink", in: "linkText", "all that has changed"),
    IntendedScan("forgottenText", in: "LIMIT 1", "the first one"),
    IntendedScan("article", in: "SELECT 1 FROM article LIMIT 1", "the first one"),
    IntendedScan(
      "article", in: "SELECT linkID FROM article", "which links have texts; rows are small"),
    IntendedScan("link", in: "SELECT count(*) FROM link", "what a backup has"),
    IntendedScan("article", in: "SELECT count(*) FROM article", "what a backup has"),
    IntendedScan("articleFailure", in: "UNION ALL", "which links have none; few rows are old"),
    IntendedScan(
      "articleBody", in: "SELECT linkID, text FROM articleBody", "indexes all texts anew"),
    IntendedScan("article", in: "SELECT (SELECT count(*) FROM article)", "sizes for doctor"),
    IntendedScan("articleText_data", in: "SELECT (SELECT count(*)", "sizes for doctor"),
    IntendedScan("articlePrefix_data", in: "SELECT (SELECT count(*)", "sizes for doctor"),
    IntendedScan("keptPicture", in: "SELECT (SELECT count(*)", "sizes for doctor"),
  ]

  /// What tests look at by themselves.
  private static let ofTests = [
    IntendedScan("number", in: "WITH RECURSIVE number", "makes many links"),
    IntendedScan("pragma_table_list", "the tables of a file"),
    IntendedScan("whole", "compares or deletes all rows of a table"),
    IntendedScan("syncOutbox", in: "SELECT count(*) FROM syncOutbox", "a test"),
    IntendedScan("link", in: "UPDATE link SET note = 'x'", "a test"),
    IntendedScan("articleBody", in: "SELECT (SELECT count(*)", "a test"),
    IntendedScan("forgottenText", in: "SELECT (SELECT count(*)", "a test"),
  ]
}
