#pragma once
#include <stddef.h>

#include "FreedMemory.h"
#include "ProgramArguments.h"
#include "SignalReport.h"

// Restores the terminal if the process crashes, and makes a crash end the process at once.
//
// Uses only functions that are safe in a signal handler. Handles a stack overflow of the calling
// thread on a separate stack. Linking this library also makes sure that descriptors 0, 1 and 2 are
// open.

// Installs the crash handler. A crash (a Swift trap is SIGILL or SIGTRAP) then ends the process
// with its signal and prints one line to standard error. If SWIFT_BACKTRACE is set, the Swift
// runtime handles the crash as that variable says. By default it would ask questions on the
// terminal.
void crash_guard_install(void);

// Saves the terminal's modes. On a fatal signal, writes `reset` to the terminal and restores its
// modes before the signal takes effect.
void terminal_guard_arm(int terminal, const char *reset, size_t length);

// Adds to what's written on a fatal signal, before the rest.
void terminal_guard_prepend(const char *reset, size_t length);

// Restores the modes that were saved when the guard was armed.
void terminal_guard_restore_modes(void);

// Returns the control character that stood for a signal when the guard was armed, which stty(1)
// changes: Ctrl-C, Ctrl-Z or Ctrl-\ mostly. -1 if there's none.
int terminal_guard_signal_key(int number);

// Stops the process as Ctrl-Z does by default, and returns when it continues. For programs that
// catch SIGTSTP to clean up the terminal first.
void terminal_guard_stop_process(void);

// Stops guarding the terminal.
void terminal_guard_disarm(void);
