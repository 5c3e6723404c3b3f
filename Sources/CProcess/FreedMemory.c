#include "FreedMemory.h"

// Says whether the C library is glibc, like all of its headers.
#include <stdlib.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

void freed_memory_limit(void) {
#if defined(__GLIBC__)
  // There may be eight pools for each core, and each keeps what its threads have freed.
  mallopt(M_ARENA_MAX, 2);
  // Larger blocks are the system's own, and go back to it at once. Without a limit of ours, each of
  // them that's freed raises it to its size, up to 32 MB, and lets each pool keep twice as much.
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  mallopt(M_TRIM_THRESHOLD, 4 << 20);
#endif
}
