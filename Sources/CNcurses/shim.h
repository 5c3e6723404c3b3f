#pragma once
// The only file that includes ncurses. Swift can't see ncurses' macros and variadic functions, and
// its globals are errors in Swift 6, so each thing needed has a function here that takes and
// returns plain integers and UTF-8. WINDOW and SCREEN pointers stay on this side.

#ifndef _XOPEN_SOURCE_EXTENDED
#define _XOPEN_SOURCE_EXTENDED 1
#endif
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#include <langinfo.h>
#include <locale.h>
#include <ncurses.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

// The keys that keypad mode reports, as an enum for Swift.
enum rl_key {
  RL_KEY_DOWN = KEY_DOWN,
  RL_KEY_UP = KEY_UP,
  RL_KEY_LEFT = KEY_LEFT,
  RL_KEY_RIGHT = KEY_RIGHT,
  RL_KEY_HOME = KEY_HOME,
  RL_KEY_END = KEY_END,
  RL_KEY_PAGE_DOWN = KEY_NPAGE,
  RL_KEY_PAGE_UP = KEY_PPAGE,
  RL_KEY_ENTER = KEY_ENTER,
  RL_KEY_BACKSPACE = KEY_BACKSPACE,
  RL_KEY_BACK_TAB = KEY_BTAB,
  RL_KEY_DELETE = KEY_DC,
  RL_KEY_MOUSE = KEY_MOUSE,
};

// Key codes above KEY_MAX for the start and end of pasted text (bracketed paste), and for the focus
// of the terminal's window.
enum rl_report {
  RL_PASTE_BEGIN = KEY_MAX + 1,
  RL_PASTE_END = KEY_MAX + 2,
  RL_FOCUS_IN = KEY_MAX + 3,
  RL_FOCUS_OUT = KEY_MAX + 4,
};

// Turns the reports of pastes and of the focus on or off (XTerm Control Sequences, "Bracketed Paste
// Mode" and "FocusIn/FocusOut"). Terminals that don't support them ignore this.
static inline void rl_set_reports(bool on) {
  fputs(on ? "\033[?2004h\033[?1004h" : "\033[?2004l\033[?1004l", stdout);
  fflush(stdout);
}

// Sends a custom control sequence, which must leave the screen as it is.
static inline void rl_send(const char *sequence) {
  fputs(sequence, stdout);
  fflush(stdout);
}

enum rl_attribute { RL_BOLD = 1, RL_DIM = 2, RL_REVERSE = 4, RL_UNDERLINE = 8, RL_ITALIC = 16 };

// Where keys are read from: a pad, because reading from a window first draws it.
static inline WINDOW *rl_input_pad(void) {
  static WINDOW *pad = NULL;
  if (pad == NULL && (pad = newpad(1, 1)) != NULL) {
    keypad(pad, TRUE);
    nodelay(pad, TRUE);
  }
  return pad;
}

// Sets how keys are read.
static inline void rl_set_modes(void) {
  cbreak();
  noecho();
  nonl();
  rl_input_pad();
  intrflush(stdscr, FALSE);
  leaveok(stdscr, FALSE);
  // How long the rest of an escape sequence may take to arrive, in ms. After that, Esc counts as the
  // Esc key. Terminals write a sequence at once, and what's there is read without a delay. So this
  // only matters if the network splits a sequence, which it rarely does.
  if (getenv("ESCDELAY") == NULL) set_escdelay(5);
  define_key("\033[200~", RL_PASTE_BEGIN);
  define_key("\033[201~", RL_PASTE_END);
  define_key("\033[I", RL_FOCUS_IN);
  define_key("\033[O", RL_FOCUS_OUT);
}

// Begins a screen that curses doesn't draw on, because it would send more than text: an empty
// alternate screen with a visible cursor. Terminals that don't know these sequences ignore them.
static inline void rl_begin_lines(void) {
  reset_prog_mode();
  fputs("\033[?1049h\033[H\033[2J\033[?25h", stdout);
  rl_set_reports(true);
}

// Starts curses for a screen that it doesn't draw on: it only sets the terminal's modes and reads
// keys. For most types, newterm itself sends switches of character sets, keypad and screen, which
// screen readers say in part ("B"). It sends none for "ansi". The keys that this type lacks, or that
// terminals send in other ways, are defined here (ECMA-48; XTerm Control Sequences, "PC-Style
// Function Keys").
static inline bool rl_start_lines(void) {
  if (newterm("ansi", stdout, stdin) == NULL) return false;
  rl_set_modes();
  static const struct { const char *sequence; int key; } keys[] = {
    {"\033[A", KEY_UP}, {"\033OA", KEY_UP}, {"\033[B", KEY_DOWN}, {"\033OB", KEY_DOWN},
    {"\033[C", KEY_RIGHT}, {"\033OC", KEY_RIGHT}, {"\033[D", KEY_LEFT}, {"\033OD", KEY_LEFT},
    {"\033[H", KEY_HOME}, {"\033OH", KEY_HOME}, {"\033[1~", KEY_HOME}, {"\033[7~", KEY_HOME},
    {"\033[F", KEY_END}, {"\033OF", KEY_END}, {"\033[4~", KEY_END}, {"\033[8~", KEY_END},
    {"\033[5~", KEY_PPAGE}, {"\033[6~", KEY_NPAGE}, {"\033[3~", KEY_DC}, {"\033[Z", KEY_BTAB},
    {"\033OM", KEY_ENTER},
  };
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) define_key(keys[i].sequence, keys[i].key);
  def_prog_mode();
  rl_begin_lines();
  return true;
}

// Starts curses on the process's terminal. Uses the type that TERM names if `type` is NULL. Returns
// false if the type is unknown. Calls newterm, because initscr would end the process then.
static inline bool rl_start(const char *type) {
  if (newterm(type, stdout, stdin) == NULL) return false;
  rl_set_modes();
  rl_set_reports(true);
  curs_set(0);
  if (has_colors()) {
    start_color();
    use_default_colors();
  }
  return true;
}

static inline void rl_end(void) {
  rl_set_reports(false);
  endwin();
}

// Ends a screen that rl_start_lines began. endwin would also move the cursor and reset colours.
static inline void rl_end_lines(void) {
  rl_set_reports(false);
  fputs("\033[?1049l", stdout);
  fflush(stdout);
  reset_shell_mode();
}

// Returns whether text can be placed anywhere on this terminal (terminfo's cup). "dumb" terminals
// can't do that.
static inline bool rl_can_place_text(void) {
  const char *capability = tigetstr("cup");
  return capability != NULL && capability != (const char *)-1;
}
static inline int rl_colors(void) { return has_colors() ? COLORS : 0; }
static inline int rl_columns(void) { return getmaxx(stdscr); }
static inline int rl_rows(void) { return getmaxy(stdscr); }
static inline void rl_resize(int columns, int rows) { resizeterm(rows, columns); }
static inline void rl_erase_row(int y) {
  move(y, 0);
  clrtoeol();
}
// Makes the next refresh repaint every cell, whatever curses thinks is there.
static inline void rl_repaint_all(void) { clearok(curscr, TRUE); }
static inline void rl_refresh(void) { refresh(); }
static inline void rl_move(int x, int y) { move(y, x); }
static inline void rl_show_cursor(bool shows) { curs_set(shows ? 1 : 0); }
// Moves the terminal's cursor to where ncurses thinks it is, after something else has moved it.
static inline void rl_restore_cursor(void) {
  fprintf(stdout, "\033[%d;%dH", getcury(curscr) + 1, getcurx(curscr) + 1);
  fflush(stdout);
}

// Draws UTF-8 text at a position. Colours are curses' colour numbers, or -1 for the terminal's
// default.
static inline void rl_draw(int x, int y, const char *text, int attributes, int fg, int bg) {
  attr_t look = A_NORMAL;
  if (attributes & RL_BOLD) look |= A_BOLD;
  if (attributes & RL_DIM) look |= A_DIM;
  if (attributes & RL_REVERSE) look |= A_REVERSE;
  if (attributes & RL_UNDERLINE) look |= A_UNDERLINE;
#ifdef A_ITALIC
  if (attributes & RL_ITALIC) look |= A_ITALIC;
#endif
  int pair = 0;
  if (fg >= 0 || bg >= 0) {
    pair = alloc_pair(fg, bg);
    if (pair < 0) pair = 0;
  }
  // Pairs above 255 only fit in the extended argument.
  attr_set(look, (short)(pair > 255 ? 0 : pair), pair > 255 ? &pair : NULL);
  mvaddstr(y, x, text);
}

enum rl_mouse_event { RL_MOUSE_NONE, RL_MOUSE_PRESS, RL_MOUSE_WHEEL_UP, RL_MOUSE_WHEEL_DOWN };

// Turns reports of left button presses and the wheel on or off. Presses are reported immediately,
// because waiting for a click would delay them.
static inline void rl_use_mouse(bool on) {
  mouseinterval(0);
  mousemask(on ? BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED : 0, NULL);
}

// Returns what the mouse did, and the cell in `x` and `y`. Call it after reading RL_KEY_MOUSE.
static inline int rl_read_mouse(int *x, int *y) {
  MEVENT event;
  if (getmouse(&event) != OK) return RL_MOUSE_NONE;
  *x = event.x;
  *y = event.y;
  if (event.bstate & BUTTON4_PRESSED) return RL_MOUSE_WHEEL_UP;
  if (event.bstate & BUTTON5_PRESSED) return RL_MOUSE_WHEEL_DOWN;
  return event.bstate & BUTTON1_PRESSED ? RL_MOUSE_PRESS : RL_MOUSE_NONE;
}

// Reads the next key. Returns a code point, or an rl_key with `is_key` set, or -1 if no key is
// waiting.
static inline int rl_read_key(bool *is_key) {
  wint_t code = 0;
  int result = wget_wch(rl_input_pad(), &code);
  if (result == ERR) return -1;
  *is_key = result == KEY_CODE_YES;
  return (int)code;
}

// Returns the number of columns of a scalar according to this system's C library, and so to
// ncurses; -1 if it's unknown.
static inline int rl_width(unsigned int scalar) { return wcwidth((wchar_t)scalar); }

// From term.h, whose macros have names such as columns and lines.
extern int setupterm(const char *type, int descriptor, int *error);
extern int tigetnum(const char *capability);

// Returns the number of colours of a terminal type, 0 for none; -1 if the type is unknown.
static inline int rl_colors_of_type(const char *type) {
  int error = 0;
  if (setupterm(type, 1, &error) != OK) return -1;
  int colors = tigetnum("colors");
  return colors < 0 ? 0 : colors;
}

// Takes the character set from the environment. Returns whether it's UTF-8. If nothing is set, as
// in containers and cron, assumes UTF-8, because that's what terminals use today.
static inline bool rl_use_locale(void) {
  setlocale(LC_ALL, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return true;
  const char *all = getenv("LC_ALL"), *ctype = getenv("LC_CTYPE"), *lang = getenv("LANG");
  bool unset = (!all || !*all) && (!ctype || !*ctype) && (!lang || !*lang);
  return unset && (setlocale(LC_CTYPE, "C.UTF-8") || setlocale(LC_CTYPE, "UTF-8"));
}
