#pragma once
#include <stdbool.h>
#include <stddef.h>

// What Raylette needs of ncurses, as functions that take and return plain integers and UTF-8. Swift
// can't see ncurses' macros and variadic functions, and its globals are errors in Swift 6.
//
// ncurses' own headers aren't included here: on macOS, Swift would compare them with those of the
// older ncurses in the system's module Darwin, which declare the same types differently.

// Not for other libraries, because readline has functions of the same names.
#pragma GCC visibility push(hidden)

// Turns the reports of pastes and of the focus on or off (XTerm Control Sequences, "Bracketed Paste
// Mode" and "FocusIn/FocusOut"). Terminals that don't support them ignore this.
void rl_set_reports(bool on);

// Sends a custom control sequence, which must leave the screen as it is.
void rl_send(const char *sequence);

// Begins a screen that curses doesn't draw on, because it would send more than text: an empty
// alternate screen with a visible cursor. Terminals that don't know these sequences ignore them.
void rl_begin_lines(void);

// Starts curses for a screen that it doesn't draw on: it only sets the terminal's modes. Returns
// false if it can't.
bool rl_start_lines(void);

// Starts curses on the process's terminal. Uses the type that TERM names if `type` is NULL. Returns
// false if the type is unknown.
bool rl_start(const char *type);

// Ends a screen that rl_start began. The terminal's modes stay as they are.
void rl_end(void);

// Ends a screen that rl_start_lines began. The terminal's modes stay as they are.
void rl_end_lines(void);

// Returns the number of colours of the terminal, 0 for none.
int rl_colors(void);

// The size of the screen in cells.
int rl_columns(void);
int rl_rows(void);
void rl_resize(int columns, int rows);

void rl_erase_row(int y);

// Makes the next refresh repaint every cell, whatever curses thinks is there.
void rl_repaint_all(void);
void rl_refresh(void);

// Takes over the screen and the modes again after rl_end.
void rl_resume(void);
void rl_move(int x, int y);
void rl_show_cursor(bool shows);

// Moves the terminal's cursor to where ncurses thinks it is, after something else has moved it.
void rl_restore_cursor(void);

enum rl_attribute { RL_BOLD = 1, RL_DIM = 2, RL_REVERSE = 4, RL_UNDERLINE = 8, RL_ITALIC = 16 };

// Draws UTF-8 text at a position. Colours are curses' colour numbers, or -1 for the terminal's
// default.
void rl_draw(int x, int y, const char *text, int attributes, int fg, int bg);

// Turns reports of left button presses and the wheel on or off.
void rl_use_mouse(bool on);

// Returns whether the locale's character set is ASCII, for which some C libraries take any byte.
bool rl_uses_ascii(void);

// Decodes the character at the beginning of bytes in the locale's character set. Returns its length
// and sets `scalar`, or returns -1 if it's invalid, or -2 if it's incomplete.
int rl_decode(const char *bytes, size_t count, unsigned int *scalar);

// Returns the sequence of a key according to the terminal's type, and its name in terminfo. Advances
// `index`, which is 0 at first. Returns NULL after the last key.
const char *rl_next_key(int *index, const char **name);

// Returns whether the terminal reports the mouse in xterm's first format, according to its type.
bool rl_has_old_mouse_reports(void);

// Returns the number of columns of a scalar according to this system's C library, and so to
// ncurses; -1 if it's unknown.
int rl_width(unsigned int scalar);

// Takes the character set from the environment. Returns whether it's UTF-8. If nothing is set, as
// in containers and cron, assumes UTF-8, because that's what terminals use today. A locale that this
// system doesn't have counts by its name: SSH brings that of another machine, containers have few,
// and not every macOS has C.UTF-8.
bool rl_use_locale(void);

// Returns the number of colours of a terminal type, 0 for none; -1 if the type is unknown.
int rl_colors_of_type(const char *type);

// Returns whether text can be placed anywhere on a terminal of a type, NULL for the one that TERM
// names: 1, or 0 if it can't, or -1 if the type is unknown. "dumb" terminals can't do that.
int rl_type_places_text(const char *type);

// Returns whether a terminal type is known and takes direct colours, according to its extended
// capability RGB.
bool rl_has_direct_colors(const char *type);

#pragma GCC visibility pop
