/// The tables for the exchange of changes with other devices. Times are in milliseconds since 1970.
enum SyncTables {
  static let schema = """
    -- One row from the first `raylette sync init` on. Changes are recorded as long as it's there.
    CREATE TABLE syncState (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      device TEXT NOT NULL,
      -- The last reading of the clock.
      milliseconds INTEGER NOT NULL,
      count INTEGER NOT NULL,
      -- Where changes are exchanged; null after leaving.
      remote TEXT,
      syncedAt REAL,
      -- Why the last attempt failed, and when.
      failure TEXT,
      failedAt REAL,
      -- Whether the first exchange hasn't ended yet, and nothing was recorded before it.
      isBeginning INTEGER NOT NULL DEFAULT 0,
      -- Whom our logs are encrypted for, with line breaks between; null if they aren't.
      recipients TEXT,
      -- A sentence that the user hasn't seen yet.
      news TEXT,
      -- Whether facts of wheels are exchanged, too.
      hasWheels INTEGER NOT NULL DEFAULT 0,
      -- Whether what was read is exchanged, too.
      hasReading INTEGER NOT NULL DEFAULT 0
    );
    CREATE TABLE syncLink (
      -- As in `link`, which has no row for a link that's gone.
      key TEXT PRIMARY KEY,
      linkID INTEGER UNIQUE,
      -- When and where each field was set; see SyncTimes.
      times TEXT NOT NULL,
      -- The values of a link that's gone, as lines of a log.
      hidden TEXT
    ) WITHOUT ROWID;
    -- What the other devices don't have yet: what was set on a link at a time.
    CREATE TABLE syncOutbox (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      key TEXT NOT NULL,
      milliseconds INTEGER NOT NULL,
      count INTEGER NOT NULL,
      device TEXT NOT NULL
    );
    -- How far the logs are known, our own included.
    CREATE TABLE syncFile (
      device TEXT NOT NULL,
      name TEXT NOT NULL,
      version TEXT NOT NULL,
      -- The number of bytes that were read or written, and their hash value.
      length INTEGER NOT NULL,
      hash INTEGER NOT NULL,
      -- Lines that aren't operations.
      skipped INTEGER NOT NULL DEFAULT 0,
      -- The time of the latest operation.
      lastChange INTEGER NOT NULL DEFAULT 0,
      -- How many lines have a time that hasn't come, and that of the first.
      waiting INTEGER NOT NULL DEFAULT 0,
      waitsUntil INTEGER,
      PRIMARY KEY (device, name)
    ) WITHOUT ROWID;
    CREATE TABLE syncFact (
      -- See SyncFact.Subject.key.
      key TEXT PRIMARY KEY,
      milliseconds INTEGER NOT NULL,
      count INTEGER NOT NULL,
      device TEXT NOT NULL,
      -- The fact as the line of a log.
      line TEXT NOT NULL
    ) WITHOUT ROWID;
    -- When links came here that another device had moved to the trash.
    CREATE TABLE trashArrival (
      linkID INTEGER PRIMARY KEY,
      -- Seconds since 1970.
      arrivedAt REAL NOT NULL
    );
    """

  /// SQL that makes the next exchange read a log from its start.
  static let forgettingContent = """
    UPDATE syncFile SET version = '', length = 0, hash = \(SyncHash.value(of: [])), skipped = 0,
      waiting = 0, waitsUntil = NULL
    """
}
