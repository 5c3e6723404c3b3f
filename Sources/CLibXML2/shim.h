#pragma once
// libxml2's HTML push parser, and the libc's iconv, which is not in every Swift libc module.
#include <iconv.h>
#include <libxml/xmlversion.h>
// Debian's libxml2 drags in the headers of its ICU, which clash with those of Foundation's.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
