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

#define IS(ours, theirs) _Static_assert((int)(ours) == (int)(theirs), #ours " is another key")
IS(RL_KEY_DOWN, KEY_DOWN);
IS(RL_KEY_UP, KEY_UP);
IS(RL_KEY_LEFT, KEY_LEFT);
IS(RL_KEY_RIGHT, KEY_RIGHT);
IS(RL_KEY_HOME, KEY_HOME);
IS(RL_KEY_BACKSPACE, KEY_BACKSPACE);
IS(RL_KEY_DELETE, KEY_DC);
IS(RL_KEY_PAGE_DOWN, KEY_NPAGE);
IS(RL_KEY_PAGE_UP, KEY_PPAGE);
IS(RL_KEY_ENTER, KEY_ENTER);
IS(RL_KEY_BACK_TAB, KEY_BTAB);
IS(RL_KEY_END, KEY_END);
IS(RL_KEY_MOUSE, KEY_MOUSE);
IS(RL_PASTE_BEGIN, KEY_MAX + 1);

void rl_set_reports(bool on) {
  rl_send(on ? "\033[?2004h\033[?1004h" : "\033[?2004l\033[?1004l");
}

void rl_send(const char *sequence) {
  fputs(sequence, stdout);
  fflush(stdout);
}

// Where keys are read from: a pad, because reading from a window first draws it.
static WINDOW *input_pad(void) {
  static WINDOW *pad = NULL;
  if (pad == NULL && (pad = newpad(1, 1)) != NULL) {
    keypad(pad, TRUE);
    nodelay(pad, TRUE);
  }
  return pad;
}

// Sets how keys are read.
static void set_modes(void) {
  cbreak();
  noecho();
  nonl();
  input_pad();
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

void rl_begin_lines(void) {
  reset_prog_mode();
  fputs("\033[?1049h\033[H\033[2J\033[?25h", stdout);
  rl_set_reports(true);
}

// For most types, newterm itself sends switches of character sets, keypad and screen, which screen
// readers say in part ("B"). It sends none for "ansi". The keys that this type lacks, or that
// terminals send in other ways, are defined here (ECMA-48; XTerm Control Sequences, "PC-Style
// Function Keys").
bool rl_start_lines(void) {
  if (newterm("ansi", stdout, stdin) == NULL) return false;
  set_modes();
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

int rl_read_mouse(int *x, int *y) {
  MEVENT event;
  if (getmouse(&event) != OK) return RL_MOUSE_NONE;
  *x = event.x;
  *y = event.y;
  if (event.bstate & BUTTON4_PRESSED) return RL_MOUSE_WHEEL_UP;
  if (event.bstate & BUTTON5_PRESSED) return RL_MOUSE_WHEEL_DOWN;
  return event.bstate & BUTTON1_PRESSED ? RL_MOUSE_PRESS : RL_MOUSE_NONE;
}

int rl_read_key(bool *is_key) {
  // The part of a character that was read so far. wget_wch would drop it if the rest, which input
  // methods and pastes may send later, isn't there yet.
  static mbstate_t partial;
  const size_t invalid = (size_t)-1, incomplete = (size_t)-2;
  while (true) {
    int byte = wgetch(input_pad());
    if (byte == ERR) return -1;
    *is_key = byte > UCHAR_MAX;
    if (*is_key) {
      memset(&partial, 0, sizeof partial);
      return byte;
    }
    wchar_t code = 0;
    bool continues = !mbsinit(&partial);
    size_t length = mbrtowc(&code, &(char){(char)byte}, 1, &partial);
    if (length == invalid && continues) {
      // The byte may begin the next character.
      memset(&partial, 0, sizeof partial);
      length = mbrtowc(&code, &(char){(char)byte}, 1, &partial);
    }
    if (length == invalid) memset(&partial, 0, sizeof partial);
    if (length == invalid || length == incomplete) continue;
    return (int)code;
  }
}
