#pragma once

// Reports signals on a descriptor, so that they can be handled outside of a signal handler.
//
// A DispatchSource would raise each signal again, and a SIGCONT that's raised discards a Ctrl-Z that
// was pressed since.

// Catches the signals from now on. Returns a descriptor from which their numbers can be read, each
// as one byte, without blocking; or -1 if there's none.
int signal_report_start(const int *numbers, int count);

// Handles these signals as before.
void signal_report_end(void);
