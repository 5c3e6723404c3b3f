#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

// Runs before main, because the Swift runtime opens descriptors of its own on the way there.
//
// Without it a program started with a closed stream (`2>&-`) gets that stream's number for a file or a
// connection of its own, and an error message goes there. The null device is opened the wrong way
// round, so that reading and writing still fail, as they do on a closed descriptor.
__attribute__((constructor)) static void reserve_standard_streams(void) {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
    if (fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
    // The lowest free number is given out, which is this one.
    if (open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
  }
}
