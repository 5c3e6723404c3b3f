#pragma once

#include <stdint.h>

// Sorts text by the rules of a language with the ICU of DomainName.h.

typedef struct collator collator;

// Returns the order of a locale such as "zh_TW", or NULL if ICU has no data. One thread at a time may
// use it.
collator *collator_open(const char *locale);
void collator_close(collator *collator);

// Returns the length of the sort key of a text in UTF-8, and the key itself until the next call. Keys
// are compared byte by byte. Returns 0 if memory runs out.
int32_t collator_key(collator *collator, const char *text, int32_t length, const uint8_t **key);
