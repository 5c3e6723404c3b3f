#include "SignalReport.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

enum { most = 16 };

static int ends[2] = {-1, -1};
static int reported[most];
static int reported_count;
static struct sigaction earlier[most];

static void report(int number) {
  int error = errno;
  char byte = (char)number;
  ssize_t ignored = write(ends[1], &byte, 1);
  (void)ignored;
  errno = error;
}

static int open_pipe(void) {
  if (ends[0] >= 0) return 0;
  if (pipe(ends) != 0) return -1;
  for (int i = 0; i < 2; i++) {
    fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    fcntl(ends[i], F_SETFL, O_NONBLOCK);
  }
  return 0;
}

int signal_report_start(const int *numbers, int count) {
  if (reported_count > 0 || count > most || open_pipe() != 0) return -1;
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = report;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < count; i++) {
    reported[i] = numbers[i];
    sigaction(numbers[i], &action, &earlier[i]);
  }
  reported_count = count;
  return ends[0];
}

void signal_report_end(void) {
  for (int i = 0; i < reported_count; i++) sigaction(reported[i], &earlier[i], NULL);
  reported_count = 0;
}
