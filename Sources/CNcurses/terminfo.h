#pragma once
// Queries terminfo itself. In a separate file, because <term.h> defines macros for words such as
// `columns` and `lines`.

#include "shim.h"
#include <term.h>
#include <unistd.h>

// Returns whether text can be placed anywhere on a terminal of a type, NULL for the one that TERM
// names: 1, or 0 if it can't, or -1 if the type is unknown.
static inline int rl_type_places_text(const char *type) {
  int status = 0;
  if (setupterm(type, STDOUT_FILENO, &status) != OK) return -1;
  int places = rl_can_place_text();
  del_curterm(cur_term);
  return places;
}

// Returns whether a terminal type is known and takes direct colours, according to its extended
// capability RGB.
static inline bool rl_has_direct_colors(const char *type) {
  int status = 0;
  if (setupterm(type, STDOUT_FILENO, &status) != OK) return false;
  bool found = tigetflag("RGB") > 0 || tigetnum("RGB") > 0;
  const char *bits = tigetstr("RGB");
  found = found || (bits != NULL && bits != (const char *)-1);
  del_curterm(cur_term);
  return found;
}
