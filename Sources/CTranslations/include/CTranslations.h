#pragma once
#include <stddef.h>

// Returns a language's file of translations; NULL if there's none. Part of the program, because a
// Swift array of that size takes minutes and gigabytes to compile.
const unsigned char *_Nullable translations(const char *_Nonnull language, size_t *_Nonnull length);
