#pragma once
#include <expat.h>
#include <uchardet.h>
#include <zlib.h>

// inflateInit2 is a macro, which Swift doesn't see.
static inline int CDecoders_inflateInit2(z_stream *stream, int windowBits) {
  return inflateInit2(stream, windowBits);
}
