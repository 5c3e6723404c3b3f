#pragma once

#include <stdint.h>

// Converts domain names with the ICU that's part of Swift for Linux, and of macOS. ICU's own module
// can't be imported together with others that include the system's headers, so only
// these functions are declared.

// Converts a name to ASCII or to Unicode, both in UTF-8. Returns the length of the result, which
// may be more than `capacity`, or -1 if the name isn't valid or ICU has no data.
int32_t domain_name_to_ascii(const char *name, int32_t length, char *result, int32_t capacity);
int32_t domain_name_to_unicode(const char *name, int32_t length, char *result, int32_t capacity);
