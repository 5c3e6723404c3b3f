#ifndef CDOMAINNAME_H
#define CDOMAINNAME_H

#include <stdint.h>

// Domain names by the ICU that Swift for Linux brings along. Its own module can't be imported beside
// SwiftNIO's, because both have the system's headers in them; so these are all that is seen of it.

// The name in ASCII or in Unicode, UTF-8 both. Returns its length, which may be more than there was room
// for; -1 for what can't be a name, or where there is no such ICU.
int32_t domain_name_to_ascii(const char *name, int32_t length, char *result, int32_t capacity);
int32_t domain_name_to_unicode(const char *name, int32_t length, char *result, int32_t capacity);

#endif
