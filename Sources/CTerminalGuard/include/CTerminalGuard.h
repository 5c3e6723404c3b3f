#pragma once
#include <stddef.h>

// Gives the terminal back when the process crashes.
//
// Remembers how the terminal is now, and on a fatal signal (a Swift trap is SIGILL or SIGTRAP)
// writes `reset` to it, restores its modes, and lets the signal take its course. Uses only
// functions that are safe in a signal handler, for a stack overflow on the calling thread on a stack
// of its own.
void terminal_guard_arm(int terminal, const char *reset, size_t length);

// Puts the modes back to what they were when the guard was armed.
void terminal_guard_restore_modes(void);

// Stops the process as Ctrl-Z does by default, and returns when it goes on. For programs that
// catch SIGTSTP to tidy the terminal first.
void terminal_guard_stop_process(void);

// The guard does nothing from here on.
void terminal_guard_disarm(void);
