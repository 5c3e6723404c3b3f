// The character set and the width of characters, which ncurses takes from the C library.

#define _XOPEN_SOURCE 700
#define _DARWIN_C_SOURCE 1
#include <langinfo.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <wchar.h>

#include "CNcurses.h"

int rl_width(unsigned int scalar) { return wcwidth((wchar_t)scalar); }

// Returns whether the locale that's set is one of UTF-8, whether this system has it or not.
static bool wants_utf8(void) {
  const char *names[] = {getenv("LC_ALL"), getenv("LC_CTYPE"), getenv("LANG")};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (names[i] == NULL || *names[i] == '\0') continue;
    const char *dot = strchr(names[i], '.');
    const char *set = dot == NULL ? names[i] : dot + 1;
    return strncasecmp(set, "UTF-8", 5) == 0 || strncasecmp(set, "UTF8", 4) == 0;
  }
  return true;
}

bool rl_uses_ascii(void) {
  static const char *const names[] = {"ANSI_X3.4-1968", "US-ASCII", "ASCII", "646"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (strcmp(nl_langinfo(CODESET), names[i]) == 0) return true;
  }
  return false;
}

int rl_decode(const char *bytes, size_t count, unsigned int *scalar) {
  mbstate_t state;
  memset(&state, 0, sizeof state);
  wchar_t code = 0;
  size_t length = mbrtowc(&code, bytes, count, &state);
  if (length == (size_t)-2) return -2;
  if (length == (size_t)-1 || length == 0) return -1;
  *scalar = (unsigned int)code;
  return (int)length;
}

bool rl_use_locale(void) {
  setlocale(LC_ALL, "");
  if (strcmp(nl_langinfo(CODESET), "UTF-8") == 0) return true;
  return wants_utf8() && (setlocale(LC_CTYPE, "C.UTF-8") || setlocale(LC_CTYPE, "UTF-8"));
}
