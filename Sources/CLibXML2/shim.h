#pragma once
// libxml2's HTML push parser, and libc's iconv, which isn't in every Swift libc module.
#include <iconv.h>
#include <libxml/xmlversion.h>
// Debian's libxml2 includes its ICU headers, which clash with Foundation's.
#undef LIBXML_ICU_ENABLED
#include <libxml/HTMLparser.h>
