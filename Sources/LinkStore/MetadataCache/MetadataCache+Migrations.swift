import GRDB

extension MetadataCache {
  /// The migrations from an empty file to the current schema. A released migration never changes.
  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1 pages and addresses") { db in
      try db.execute(
        sql: """
          CREATE TABLE page (
            -- The final address, after redirects.
            url TEXT PRIMARY KEY NOT NULL,
            -- LinkMetadata as JSON.
            metadata BLOB NOT NULL,
            -- Seconds since 1970.
            fetchedAt REAL NOT NULL
          ) WITHOUT ROWID;
          -- Addresses that lead to a page; its own among them.
          CREATE TABLE address (
            url TEXT PRIMARY KEY NOT NULL,
            pageURL TEXT NOT NULL
          ) WITHOUT ROWID;
          """)
    }
    migrator.registerMigration("v2 validators, use, size and failures") { db in
      try db.execute(
        sql: """
          -- With row ids: without, SQLite moves all but the beginning of each page's metadata to
          -- blocks of its own, and the file is two to three times as large as what is in it.
          ALTER TABLE page RENAME TO oldPage;
          CREATE TABLE page (
            -- The final address, after redirects.
            url TEXT PRIMARY KEY NOT NULL,
            -- LinkMetadata as JSON.
            metadata BLOB NOT NULL,
            -- PageValidators as JSON.
            validators BLOB,
            -- Seconds since 1970.
            fetchedAt REAL NOT NULL,
            -- Seconds since 1970, to the hour.
            lastUsedAt REAL NOT NULL,
            -- Bytes, of the addresses that lead to it, too.
            size INTEGER NOT NULL
          );
          CREATE INDEX addressByPage ON address (pageURL);
          INSERT INTO page SELECT url, metadata, NULL, fetchedAt, fetchedAt,
            2 * length(url) + length(metadata) + 2 * (
              SELECT ifnull(sum(length(address.url) + length(pageURL)), 0) FROM address
              WHERE pageURL = oldPage.url)
            FROM oldPage;
          DROP TABLE oldPage;
          CREATE INDEX pageByUse ON page (lastUsedAt, size);

          CREATE TABLE failure (
            -- The address asked for.
            url TEXT PRIMARY KEY NOT NULL,
            -- Why nothing came, as JSON.
            failure BLOB NOT NULL,
            -- Seconds since 1970.
            failedAt REAL NOT NULL
          ) WITHOUT ROWID;
          """)
    }
    return migrator
  }
}
