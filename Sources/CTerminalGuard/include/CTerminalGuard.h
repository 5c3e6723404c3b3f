#pragma once
#include <stddef.h>

// Gives the terminal back when the process crashes, and ends a crash at once.
//
// Uses only functions that are safe in a signal handler, for a stack overflow on the calling thread on
// a stack of its own. Linking this library also makes sure that the descriptors 0, 1 and 2 are open.

// From here on a crash (a Swift trap is SIGILL or SIGTRAP) ends the process with its signal and one
// line on standard error. With SWIFT_BACKTRACE in the environment, the Swift runtime takes the crash
// over as that says; by default it would ask questions on a terminal.
void crash_guard_install(void);

// Remembers how the terminal is now. On a fatal signal, `reset` is written to it and its modes are
// restored before the signal takes its course.
void terminal_guard_arm(int terminal, const char *reset, size_t length);

// Puts the modes back to what they were when the guard was armed.
void terminal_guard_restore_modes(void);

// Stops the process as Ctrl-Z does by default, and returns when it goes on. For programs that
// catch SIGTSTP to tidy the terminal first.
void terminal_guard_stop_process(void);

// The terminal is left alone from here on.
void terminal_guard_disarm(void);
