#pragma once
#include <stdbool.h>

// What Raylette needs of ncurses, as functions that take and return plain integers and UTF-8. Swift
// can't see ncurses' macros and variadic functions, and its globals are errors in Swift 6.
//
// ncurses' own headers aren't included here: on macOS, Swift would compare them with those of the
// older ncurses in the system's module Darwin, which declare the same types differently.

// Not for other libraries, because readline has functions of the same names.
#pragma GCC visibility push(hidden)

// The keys that keypad mode reports, with the numbers that <curses.h> gives them.
enum rl_key {
  RL_KEY_DOWN = 0402,
  RL_KEY_UP = 0403,
  RL_KEY_LEFT = 0404,
  RL_KEY_RIGHT = 0405,
  RL_KEY_HOME = 0406,
  RL_KEY_BACKSPACE = 0407,
  RL_KEY_DELETE = 0512,
  RL_KEY_PAGE_DOWN = 0522,
  RL_KEY_PAGE_UP = 0523,
  RL_KEY_ENTER = 0527,
  RL_KEY_BACK_TAB = 0541,
  RL_KEY_END = 0550,
  RL_KEY_MOUSE = 0631,
};

// Key codes above KEY_MAX for the start and end of pasted text (bracketed paste), and for the focus
// of the terminal's window.
enum rl_report {
  RL_PASTE_BEGIN = 01000,
  RL_PASTE_END = 01001,
  RL_FOCUS_IN = 01002,
  RL_FOCUS_OUT = 01003,
};

// Turns the reports of pastes and of the focus on or off (XTerm Control Sequences, "Bracketed Paste
// Mode" and "FocusIn/FocusOut"). Terminals that don't support them ignore this.
void rl_set_reports(bool on);

// Sends a custom control sequence, which must leave the screen as it is.
void rl_send(const char *sequence);

// Begins a screen that curses doesn't draw on, because it would send more than text: an empty
// alternate screen with a visible cursor. Terminals that don't know these sequences ignore them.
void rl_begin_lines(void);

// Starts curses for a screen that it doesn't draw on: it only sets the terminal's modes and reads
// keys. Returns false if it can't.
bool rl_start_lines(void);

// Starts curses on the process's terminal. Uses the type that TERM names if `type` is NULL. Returns
// false if the type is unknown.
bool rl_start(const char *type);

// Ends a screen that rl_start began.
void rl_end(void);

// Ends a screen that rl_start_lines began.
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
void rl_move(int x, int y);
void rl_show_cursor(bool shows);

// Moves the terminal's cursor to where ncurses thinks it is, after something else has moved it.
void rl_restore_cursor(void);

enum rl_attribute { RL_BOLD = 1, RL_DIM = 2, RL_REVERSE = 4, RL_UNDERLINE = 8, RL_ITALIC = 16 };

// Draws UTF-8 text at a position. Colours are curses' colour numbers, or -1 for the terminal's
// default.
void rl_draw(int x, int y, const char *text, int attributes, int fg, int bg);

enum rl_mouse_event { RL_MOUSE_NONE, RL_MOUSE_PRESS, RL_MOUSE_WHEEL_UP, RL_MOUSE_WHEEL_DOWN };

// Turns reports of left button presses and the wheel on or off.
void rl_use_mouse(bool on);

// Returns what the mouse did, and the cell in `x` and `y`. Call it after reading RL_KEY_MOUSE.
int rl_read_mouse(int *x, int *y);

// Reads the next key. Returns a code point, or an rl_key with `is_key` set, or -1 if no key is
// waiting.
int rl_read_key(bool *is_key);

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
