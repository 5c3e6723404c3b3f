#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The decoders of brotli (RFC 7932) and Zstandard (RFC 8878). libcurl depends on the same libraries, so
// they're there where pages can be fetched. They're loaded when first needed.

enum DecoderKind { DecoderKindBrotli, DecoderKindZstandard };
enum DecoderStatus { DecoderStatusBroken, DecoderStatusEnded, DecoderStatusGoesOn };

// Whether the library of a decoder is there. The other functions may be called only if so.
bool decoder_exists(enum DecoderKind kind);

// Returns NULL if there's no memory left.
void *decoder_create(enum DecoderKind kind);
void decoder_free(enum DecoderKind kind, void *decoder);

// Decodes as much as fits into the target, and tells how many bytes were read and written.
enum DecoderStatus decoder_decode(
  enum DecoderKind kind, void *decoder, const void *source, size_t source_length, void *target,
  size_t target_length, size_t *read, size_t *written);
