#include "Collation.h"

#include <stddef.h>
#include <stdlib.h>

// See DomainName.c.
#ifdef __APPLE__
#define ICU(name) name
#else
#define ICU(name) swift_##name
#endif

// From ICU's ucol.h and ustring.h (https://unicode-org.github.io/icu-docs/apidoc/released/icu4c/).
typedef struct UCollator UCollator;

extern UCollator *ICU(ucol_open)(const char *locale, int *status);
extern void ICU(ucol_close)(UCollator *);
extern int32_t ICU(ucol_getSortKey)(const UCollator *, const uint16_t *, int32_t, uint8_t *, int32_t);
extern uint16_t *ICU(u_strFromUTF8WithSub)(
    uint16_t *result, int32_t capacity, int32_t *needed, const char *text, int32_t length,
    int32_t substitute, int32_t *substitutions, int *status);

struct collator {
  UCollator *rules;
  uint16_t *text;
  int32_t text_capacity;
  uint8_t *key;
  int32_t key_capacity;
};

collator *collator_open(const char *locale) {
  collator *collator = calloc(1, sizeof *collator);
  if (collator == NULL) return NULL;
  int status = 0;
  collator->rules = ICU(ucol_open)(locale, &status);
  if (status > 0 || collator->rules == NULL) {
    free(collator);
    return NULL;
  }
  return collator;
}

void collator_close(collator *collator) {
  ICU(ucol_close)(collator->rules);
  free(collator->text);
  free(collator->key);
  free(collator);
}

int32_t collator_key(collator *collator, const char *text, int32_t length, const uint8_t **key) {
  // A byte becomes at most one unit of UTF-16.
  if (length >= collator->text_capacity) {
    uint16_t *larger = realloc(collator->text, ((size_t)length + 256) * sizeof *larger);
    if (larger == NULL) return 0;
    collator->text = larger;
    collator->text_capacity = length + 256;
  }
  int status = 0;
  int32_t units = 0;
  ICU(u_strFromUTF8WithSub)(
      collator->text, collator->text_capacity, &units, text, length, 0xFFFD, NULL, &status);
  if (status > 0) return 0;
  while (1) {
    int32_t needed = ICU(ucol_getSortKey)(
        collator->rules, collator->text, units, collator->key, collator->key_capacity);
    *key = collator->key;
    if (needed <= collator->key_capacity) return needed;
    uint8_t *larger = realloc(collator->key, (size_t)needed + 256);
    if (larger == NULL) return 0;
    collator->key = larger;
    collator->key_capacity = needed + 256;
  }
}
