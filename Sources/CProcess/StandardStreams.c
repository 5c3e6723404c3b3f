#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#ifdef __APPLE__
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/sysctl.h>
#endif

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

#ifdef __APPLE__
// Opens the terminal by its own name if standard input is /dev/tty, as after `raylette </dev/tty` and
// in `xargs -o raylette`: on macOS, poll and kqueue don't take /dev/tty, so no key would arrive, and
// the terminal would look closed.
__attribute__((constructor)) static void name_controlling_terminal(void) {
  struct stat input, alias;
  if (fstat(STDIN_FILENO, &input) != 0 || !S_ISCHR(input.st_mode)) return;
  if (stat("/dev/tty", &alias) != 0 || input.st_rdev != alias.st_rdev) return;
  struct kinfo_proc process;
  size_t size = sizeof process;
  int query[] = {CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()};
  if (sysctl(query, sizeof query / sizeof *query, &process, &size, NULL, 0) != 0 || size == 0) return;
  char path[64] = "/dev/";
  if (devname_r(process.kp_eproc.e_tdev, S_IFCHR, path + 5, (int)sizeof path - 5) == NULL) return;
  int terminal = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (terminal < 0) return;
  dup2(terminal, STDIN_FILENO);
  close(terminal);
}
#endif
