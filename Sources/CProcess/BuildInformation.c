#include "BuildInformation.h"

const char *build_commit(void) { return RAYLETTE_COMMIT; }

const char *build_libraries(void) { return RAYLETTE_LIBRARIES; }
