// The character set and the width of characters, which ncurses takes from the C library.

#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE 1
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "CNcurses.h"

int rl_width(unsigned int scalar) { return wcwidth((wchar_t)scalar); }

bool rl_use_locale(void) {
  setlocale(LC_ALL, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return true;
  const char *all = getenv("LC_ALL"), *ctype = getenv("LC_CTYPE"), *lang = getenv("LANG");
  bool unset = (!all || !*all) && (!ctype || !*ctype) && (!lang || !*lang);
  return unset && (setlocale(LC_CTYPE, "C.UTF-8") || setlocale(LC_CTYPE, "UTF-8"));
}
