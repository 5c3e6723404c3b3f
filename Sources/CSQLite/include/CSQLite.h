#pragma once
#include <stdbool.h>

// The settings of SQLite that only a variadic function changes, which Swift can't call. SQLite's
// header isn't included here, because GRDB has it as a module of its own.

struct sqlite3;

// Turns the defensive mode of a connection on or off (https://sqlite.org/c3ref/c_dbconfig_defensive.html).
// In it, SQL can't damage the file, and `PRAGMA writable_schema` does nothing. SQLite on macOS begins
// every connection in it.
void sqlite_set_defensive(struct sqlite3 *connection, bool is_defensive);
