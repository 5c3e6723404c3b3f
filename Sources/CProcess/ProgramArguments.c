#include "ProgramArguments.h"

#include <stdlib.h>

static int count;
static char **values;

// Keeps what the program was started with. Runs before main, because the loader passes the
// arguments to constructors on Linux with glibc and on macOS, wherever else they could be lost: the
// Swift runtime looks for them in front of the environment, which a preloaded library may have
// moved. Where the loader passes nothing, the count stays 0.
__attribute__((constructor)) static void keep_arguments(int argument_count, char **argument_values) {
#if defined(__GLIBC__) || defined(__APPLE__)
  count = argument_values == NULL ? 0 : argument_count;
  values = argument_values;
#else
  (void)argument_count;
  (void)argument_values;
#endif
}

int program_argument_count(void) { return count; }

const char *program_argument(int index) {
  return index >= 0 && index < count ? values[index] : NULL;
}
