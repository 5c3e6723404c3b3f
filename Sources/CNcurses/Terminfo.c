// Queries terminfo itself. In a separate file, and with our header first, because <term.h> defines
// macros for words such as `columns` and `lines`.

#include "CNcurses.h"

#define _XOPEN_SOURCE_EXTENDED 1
#define NCURSES_WIDECHAR 1
#include <ncurses.h>
#include <string.h>
#include <term.h>
#include <unistd.h>

int rl_colors_of_type(const char *type) {
  int status = 0;
  if (setupterm(type, STDOUT_FILENO, &status) != OK) return -1;
  int colors = tigetnum("colors");
  return colors < 0 ? 0 : colors;
}

// Terminfo's `cup` places text.
int rl_type_places_text(const char *type) {
  int status = 0;
  if (setupterm(type, STDOUT_FILENO, &status) != OK) return -1;
  const char *capability = tigetstr("cup");
  int places = capability != NULL && capability != (const char *)-1;
  del_curterm(cur_term);
  return places;
}

const char *rl_next_key(int *index, const char **name) {
  while (strnames[*index] != NULL) {
    *name = strnames[(*index)++];
    if ((*name)[0] != 'k' || strcmp(*name, "kmous") == 0) continue;
    const char *sequence = tigetstr(*name);
    if (sequence != NULL && sequence != (const char *)-1 && *sequence != '\0') return sequence;
  }
  return NULL;
}

bool rl_has_old_mouse_reports(void) {
  const char *beginning = tigetstr("kmous");
  return beginning != NULL && beginning != (const char *)-1 && strcmp(beginning, "\033[M") == 0;
}

bool rl_has_direct_colors(const char *type) {
  int status = 0;
  if (setupterm(type, STDOUT_FILENO, &status) != OK) return false;
  bool found = tigetflag("RGB") > 0 || tigetnum("RGB") > 0;
  const char *bits = tigetstr("RGB");
  found = found || (bits != NULL && bits != (const char *)-1);
  del_curterm(cur_term);
  return found;
}
