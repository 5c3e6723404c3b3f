/// The tables of wheels, in the user's file and in memory alike. Times are in seconds since 1970.
enum WheelTables {
  static let schema = """
    CREATE TABLE wheel (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      name TEXT NOT NULL UNIQUE,
      -- Identifies the version of a built-in wheel; null for the user's wheels.
      builtIn TEXT,
      createdAt REAL NOT NULL,
      updatedAt REAL NOT NULL,
      -- Whether links that come up count as seen in the other wheels, too.
      isRemembered INTEGER NOT NULL DEFAULT 1,
      -- How often it started over.
      round INTEGER NOT NULL DEFAULT 0,
      -- A link with a slot below `unseen` hasn't come up, one below `spinnable` has, and the others
      -- never come up again. So a link is picked, and marked as seen, in the same time however many
      -- there are (the shuffle of Fisher and Yates, one step at a time).
      unseen INTEGER NOT NULL DEFAULT 0,
      spinnable INTEGER NOT NULL DEFAULT 0,
      total INTEGER NOT NULL DEFAULT 0,
      -- The range of its links' ids.
      firstLink INTEGER,
      lastLink INTEGER,
      -- WheelOrigins as JSON.
      sources BLOB,
      -- The most frequent ones, with line breaks between.
      topics TEXT NOT NULL DEFAULT ''
    );
    CREATE TABLE wheelLink (
      id INTEGER PRIMARY KEY,
      wheelID INTEGER NOT NULL,
      -- From 0 to `wheel.total`, each once.
      slot INTEGER NOT NULL,
      url TEXT NOT NULL,
      host TEXT NOT NULL,
      title TEXT,
      summary TEXT,
      language TEXT,
      -- With line breaks between.
      topics TEXT NOT NULL DEFAULT ''
    );
    CREATE INDEX wheelLinkBySlot ON wheelLink (wheelID, slot);
    CREATE UNIQUE INDEX wheelLinkByURL ON wheelLink (url, wheelID);
    -- Finds the links of a host in one wheel, and counts those of all its hosts, without reading
    -- the other wheels.
    CREATE INDEX wheelLinkByHost ON wheelLink (wheelID, host);
    CREATE INDEX wheelLinkByLanguage ON wheelLink (wheelID, language) WHERE language IS NOT NULL;
    CREATE TABLE wheelTopic (
      wheelID INTEGER NOT NULL,
      topic TEXT NOT NULL,
      linkID INTEGER NOT NULL,
      PRIMARY KEY (wheelID, topic, linkID)
    ) WITHOUT ROWID;
    """

  /// The tables that only the user's file has, besides those of wheels.
  static let marks = """
    CREATE TABLE seenLink (
      url TEXT PRIMARY KEY NOT NULL,
      -- Of the last time.
      seenAt REAL NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE neverAgain (
      -- 'link' or 'host'.
      kind TEXT NOT NULL,
      -- An address or a host.
      value TEXT NOT NULL,
      -- The title of the page.
      title TEXT,
      addedAt REAL NOT NULL,
      PRIMARY KEY (kind, value)
    ) WITHOUT ROWID;
    CREATE TABLE visit (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      url TEXT NOT NULL,
      title TEXT,
      -- The name of the wheel.
      wheel TEXT NOT NULL,
      seenAt REAL NOT NULL
    );
    CREATE INDEX visitByTime ON visit (seenAt);
    """
}
