#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

// Opens standard streams that are closed. Runs before main, because the Swift runtime opens
// descriptors of its own before main does.
//
// Without this, if a program is started with a closed stream (`2>&-`), one of its own files or
// connections gets that stream's number, and error messages go there. The null device is opened in
// the wrong direction, so that reading and writing still fail, as they do on a closed descriptor.
__attribute__((constructor)) static void reserve_standard_streams(void) {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
    if (fcntl(stream, F_GETFD) != -1 || errno != EBADF) continue;
    // open returns the lowest free number, which is this one.
    if (open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0) return;
  }
}
