#include "TerminalGuard.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// Crash signals come first. The others end a program that doesn't handle them.
static const int fatal_signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE,
                                    SIGSYS, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM};
enum { crash_count = 7, fatal_count = sizeof fatal_signals / sizeof fatal_signals[0] };

static volatile sig_atomic_t armed;
static volatile sig_atomic_t shows_backtraces;
static int guarded_terminal;
static struct termios saved_modes;
static char reset_bytes[256];
static size_t reset_length;
static struct sigaction earlier[fatal_count];

static void restore_terminal(void) {
  if (!armed) return;
  armed = 0;
  ssize_t ignored = write(guarded_terminal, reset_bytes, reset_length);
  (void)ignored;
  tcsetattr(guarded_terminal, TCSANOW, &saved_modes);
}

static void report_crash(void) {
  static const char message[] =
      "\r\nraylette: crashed; please report it, with the backtrace that "
      "SWIFT_BACKTRACE=enable=yes,interactive=no shows\r\n";
  ssize_t ignored = write(STDERR_FILENO, message, sizeof message - 1);
  (void)ignored;
}

static void restore_and_reraise(int number) {
  restore_terminal();
  int index = 0;
  while (index < fatal_count && fatal_signals[index] != number) index++;
  struct sigaction next;
  memset(&next, 0, sizeof next);
  next.sa_handler = SIG_DFL;
  if (index < crash_count && !shows_backtraces) {
    // Uses the default action, because the Swift runtime's handler would ask what to do on the
    // terminal and wait for an answer.
    report_crash();
  } else if (index < fatal_count) {
    next = earlier[index];
  }
  sigaction(number, &next, NULL);
  raise(number);
}

static void watch(int from, int to) {
  // Uses an alternate stack, because a stack overflow leaves no room on the thread's own stack.
  static char stack[64 * 1024];
  stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&alternate, NULL);

  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = restore_and_reraise;
  action.sa_flags = SA_ONSTACK | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  for (int i = from; i < to; i++) sigaction(fatal_signals[i], &action, &earlier[i]);
}

void crash_guard_install(void) {
  const char *wish = getenv("SWIFT_BACKTRACE");
  shows_backtraces = wish != NULL && *wish != 0;
  watch(0, crash_count);
}

void terminal_guard_arm(int terminal, const char *reset, size_t length) {
  if (tcgetattr(terminal, &saved_modes) != 0) return;
  guarded_terminal = terminal;
  reset_length = length < sizeof reset_bytes ? length : sizeof reset_bytes;
  memcpy(reset_bytes, reset, reset_length);
  armed = 1;
  watch(crash_count, fatal_count);
}

void terminal_guard_prepend(const char *reset, size_t length) {
  if (reset_length + length > sizeof reset_bytes) return;
  memmove(reset_bytes + length, reset_bytes, reset_length);
  memcpy(reset_bytes, reset, length);
  reset_length += length;
}

void terminal_guard_restore_modes(void) {
  if (armed) tcsetattr(guarded_terminal, TCSADRAIN, &saved_modes);
}

int terminal_guard_signal_key(int number) {
  if (!armed) return -1;
  int index = number == SIGINT ? VINTR : number == SIGQUIT ? VQUIT : number == SIGTSTP ? VSUSP : -1;
  if (index < 0 || saved_modes.c_cc[index] == (cc_t)_POSIX_VDISABLE) return -1;
  return saved_modes.c_cc[index];
}

void terminal_guard_stop_process(void) {
  struct sigaction stop, caught;
  memset(&stop, 0, sizeof stop);
  stop.sa_handler = SIG_DFL;
  sigset_t only_stop, blocked;
  sigemptyset(&only_stop);
  sigaddset(&only_stop, SIGTSTP);
  // Raises SIGTSTP rather than SIGSTOP, because the system skips the default action of SIGTSTP if
  // nobody could continue the process.
  sigaction(SIGTSTP, &stop, &caught);
  pthread_sigmask(SIG_UNBLOCK, &only_stop, &blocked);
  raise(SIGTSTP);
  pthread_sigmask(SIG_SETMASK, &blocked, NULL);
  sigaction(SIGTSTP, &caught, NULL);
}

void terminal_guard_disarm(void) {
  if (!armed) return;
  armed = 0;
  for (int i = crash_count; i < fatal_count; i++) sigaction(fatal_signals[i], &earlier[i], NULL);
}
