#include "DomainName.h"

#include <pthread.h>
#include <stddef.h>

// macOS has this part of ICU in its public library icucore. Swift for Linux has its own build, whose
// functions have a prefix.
#ifdef __APPLE__
#define ICU(name) name
#else
#define ICU(name) swift_##name
#endif

// From ICU's uidna.h (https://unicode-org.github.io/icu-docs/apidoc/released/icu4c/uidna_8h.html).
typedef struct UIDNA UIDNA;
typedef struct UIDNAInfo {
  int16_t size;
  int8_t isTransitionalDifferent;
  int8_t reservedB3;
  uint32_t errors;
  int32_t reservedI2;
  int32_t reservedI3;
} UIDNAInfo;

extern UIDNA *ICU(uidna_openUTS46)(uint32_t options, int *status);
typedef int32_t conversion(const UIDNA *, const char *, int32_t, char *, int32_t, UIDNAInfo *, int *);
extern conversion ICU(uidna_nameToASCII_UTF8), ICU(uidna_nameToUnicodeUTF8);

enum {
  check_bidi = 4,
  check_contextj = 8,
  nontransitional_to_ascii = 0x10,
  nontransitional_to_unicode = 0x20,
  // Empty and long labels, long names, and hyphens at either end or at the third and fourth place.
  // The URL Standard allows these, because it sets CheckHyphens and VerifyDnsLength to false.
  tolerated_errors = 0x3F,
  buffer_overflow = 15,
};

// Shared by all threads. Created for the first international name, because that reads ICU's tables.
static const UIDNA *idna;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_idna(void) {
  int status = 0;
  idna = ICU(uidna_openUTS46)(
      check_bidi | check_contextj | nontransitional_to_ascii | nontransitional_to_unicode, &status);
}

static int32_t convert(
    conversion *function, const char *name, int32_t length, char *result, int32_t capacity) {
  pthread_once(&once, make_idna);
  if (idna == NULL) return -1;
  UIDNAInfo info = {.size = sizeof info};
  int status = 0;
  int32_t needed = function(idna, name, length, result, capacity, &info, &status);
  if (status > 0 && status != buffer_overflow) return -1;
  return info.errors & ~(uint32_t)tolerated_errors ? -1 : needed;
}

int32_t domain_name_to_ascii(const char *name, int32_t length, char *result, int32_t capacity) {
  return convert(ICU(uidna_nameToASCII_UTF8), name, length, result, capacity);
}

int32_t domain_name_to_unicode(const char *name, int32_t length, char *result, int32_t capacity) {
  return convert(ICU(uidna_nameToUnicodeUTF8), name, length, result, capacity);
}
