/// The tables of kept articles and of reading positions. Times are in seconds since 1970.
///
/// Devices exchange only `reading`, because each can fetch the articles itself.
enum ArticleTables {
  static let schema = """
    -- The text of a link's page. Small, because lists and counts read all of it.
    CREATE TABLE article (
      linkID INTEGER PRIMARY KEY,
      -- The link's address that it was fetched from. If the link has another one, it's not of its
      -- page until that's undone.
      address TEXT NOT NULL,
      keptAt REAL NOT NULL,
      -- The bytes of the text, and those of `articleBody`.
      textSize INTEGER NOT NULL,
      storedSize INTEGER NOT NULL
    );
    CREATE TABLE articleBody (
      linkID INTEGER PRIMARY KEY,
      -- An Article as JSON, compressed by zlib.
      blocks BLOB NOT NULL,
      -- What's indexed, compressed by zlib. A contentless index needs it again to forget it.
      text BLOB NOT NULL
    );
    -- Texts of deleted links, until the index forgets them, too.
    CREATE TABLE forgottenText (
      id INTEGER PRIMARY KEY,
      linkID INTEGER NOT NULL,
      text BLOB NOT NULL
    );
    CREATE TABLE articleFailure (
      linkID INTEGER PRIMARY KEY,
      -- A sentence for people.
      reason TEXT NOT NULL,
      isPermanent INTEGER NOT NULL,
      failedAt REAL NOT NULL
    );
    CREATE TABLE keptPicture (
      id INTEGER PRIMARY KEY,
      linkID INTEGER NOT NULL,
      url TEXT NOT NULL,
      size INTEGER NOT NULL,
      data BLOB NOT NULL
    );
    CREATE UNIQUE INDEX keptPictureByLink ON keptPicture (linkID, url, size);
    CREATE INDEX keptPictureByURL ON keptPicture (url);
    -- By address, because links that aren't saved are read, too.
    CREATE TABLE reading (
      key TEXT PRIMARY KEY NOT NULL,
      -- From 0 to 1, and where that is; null without a place.
      progress REAL,
      block INTEGER,
      blockOffset INTEGER,
      readAt REAL,
      changedAt REAL NOT NULL
    );
    -- A number that differs after every change of links, but not of anything else in the file.
    CREATE TABLE linkVersion (id INTEGER PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL);
    INSERT INTO linkVersion VALUES (1, 0);
    """

  /// The full-text index, without a copy of the text.
  ///
  /// Word beginnings of two and three letters have an index of their own, without positions. FTS5's
  /// `prefix` option would make the first index half as large again.
  static let index = """
    CREATE VIRTUAL TABLE articleText USING fts5 (
      text, content='', tokenize="unicode61 remove_diacritics 2 tokenchars '+#'"
    );
    CREATE VIRTUAL TABLE articlePrefix USING fts5 (
      prefixes, content='', columnsize=0, detail=none,
      tokenize="unicode61 remove_diacritics 2 tokenchars '+#'"
    );
    """

  /// Removes the article of a link that's deleted for good, wherever the deletion happens.
  static let deletionTriggers = """
    CREATE TRIGGER articleOfDeleted AFTER DELETE ON link BEGIN
      DELETE FROM article WHERE linkID = old.id;
      DELETE FROM articleFailure WHERE linkID = old.id;
      DELETE FROM keptPicture WHERE linkID = old.id;
    END;
    CREATE TRIGGER articleForgotten AFTER DELETE ON article BEGIN
      INSERT INTO forgottenText (linkID, text)
        SELECT linkID, text FROM articleBody WHERE linkID = old.linkID;
      DELETE FROM articleBody WHERE linkID = old.linkID;
    END;
    """

  /// Counts the changes of links. See ``ListingCache/Version``.
  static let versionTriggers = """
    CREATE TRIGGER versionUpdated AFTER UPDATE ON link BEGIN \(nextVersion) END;
    CREATE TRIGGER versionDeleted AFTER DELETE ON link BEGIN \(nextVersion) END;
    """

  static let nextVersion = "UPDATE linkVersion SET number = number + 1;"
}
