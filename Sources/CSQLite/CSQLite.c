#include "CSQLite.h"

#include <sqlite3.h>
#include <stddef.h>

void sqlite_set_defensive(struct sqlite3 *connection, bool is_defensive) {
  sqlite3_db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, is_defensive ? 1 : 0, (int *)NULL);
}
