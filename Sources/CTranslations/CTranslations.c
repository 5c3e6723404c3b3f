#include "CTranslations.h"

#include <string.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char de[] = {
#embed "de.po"
};
static const unsigned char ja[] = {
#embed "ja.po"
};
static const unsigned char zh_CN[] = {
#embed "zh_CN.po"
};
static const unsigned char zh_TW[] = {
#embed "zh_TW.po"
};

static const struct {
  const char *language;
  const unsigned char *file;
  size_t length;
} files[] = {
    {"de", de, sizeof de},
    {"ja", ja, sizeof ja},
    {"zh_CN", zh_CN, sizeof zh_CN},
    {"zh_TW", zh_TW, sizeof zh_TW},
};

const unsigned char *translations(const char *language, size_t *length) {
  for (size_t index = 0; index < sizeof files / sizeof *files; index++) {
    if (strcmp(files[index].language, language) == 0) {
      *length = files[index].length;
      return files[index].file;
    }
  }
  *length = 0;
  return NULL;
}
