// The only file that includes <ncurses.h>. WINDOW and SCREEN pointers stay here.

#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include <limits.h>
#include <ncurses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "CNcurses.h"

void rl_set_reports(bool on) {
  rl_send(on ? "\033[?2004h\033[?1004h" : "\033[?2004l\033[?1004l");
}

void rl_send(const char *sequence) {
  fputs(sequence, stdout);
  fflush(stdout);
}

// Sets how keys are read. The terminal's driver acts on none, because a paste may contain any
// character. Ending the screen leaves these modes, so that replies that are still due aren't echoed.
static void set_modes(void) {
  raw();
  noecho();
  nonl();
  leaveok(stdscr, FALSE);
  def_prog_mode();
  def_shell_mode();
}

void rl_begin_lines(void) {
  reset_prog_mode();
  fputs("\033[?1049h\033[H\033[2J\033[?25h", stdout);
  rl_set_reports(true);
}

// For most types, newterm itself sends switches of character sets, keypad and screen, which screen
// readers say in part ("B"). It sends none for "ansi".
bool rl_start_lines(void) {
  if (newterm("ansi", stdout, stdin) == NULL) return false;
  set_modes();
  rl_begin_lines();
  return true;
}

// A row below the screen, which stays empty. To write the last cell of the last row, ncurses shifts
// cells so that the terminal doesn't scroll, unless it can switch off the margin (`rmam`), which tmux
// and screen don't list. That erases half of a wide character before the last cell. Where the cursor
// waits in the last column before it wraps (`xenl`), the screen wouldn't scroll anyway; and the cell
// isn't the last one if there's another row.
static int hidden_rows = 0;

// Calls newterm, because initscr would end the process if the type is unknown.
bool rl_start(const char *type) {
  if (newterm(type, stdout, stdin) == NULL) return false;
  hidden_rows = tigetflag("xenl") > 0 ? 1 : 0;
  rl_resize(getmaxx(stdscr), getmaxy(stdscr));
  set_modes();
  keypad(stdscr, TRUE);
  rl_set_reports(true);
  curs_set(0);
  if (has_colors()) {
    start_color();
    use_default_colors();
  }
  return true;
}

void rl_end(void) {
  rl_set_reports(false);
  endwin();
}

// endwin would also move the cursor and reset colours.
void rl_end_lines(void) {
  rl_set_reports(false);
  rl_send("\033[?1049l");
  reset_shell_mode();
}

int rl_colors(void) { return has_colors() ? COLORS : 0; }
int rl_columns(void) { return getmaxx(stdscr); }
int rl_rows(void) { return getmaxy(stdscr) - hidden_rows; }
void rl_resize(int columns, int rows) { resizeterm(rows + hidden_rows, columns); }

void rl_erase_row(int y) {
  move(y, 0);
  clrtoeol();
}

void rl_repaint_all(void) { clearok(curscr, TRUE); }
void rl_refresh(void) { refresh(); }

void rl_resume(void) {
  reset_prog_mode();
  keypad(stdscr, TRUE);
  refresh();
}

void rl_move(int x, int y) { move(y, x); }
void rl_show_cursor(bool shows) { curs_set(shows ? 1 : 0); }

void rl_restore_cursor(void) {
  fprintf(stdout, "\033[%d;%dH", getcury(curscr) + 1, getcurx(curscr) + 1);
  fflush(stdout);
}

void rl_draw(int x, int y, const char *text, int attributes, int fg, int bg) {
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

// Presses are reported immediately, because waiting for a click would delay them.
void rl_use_mouse(bool on) {
  mouseinterval(0);
  mousemask(on ? BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED : 0, NULL);
}
