#include "Decoders.h"

#include <dlfcn.h>
#include <pthread.h>

static struct {
  void *(*create)(void *, void *, void *);
  int (*decode)(void *, size_t *, const uint8_t **, size_t *, uint8_t **, size_t *);
  void (*destroy)(void *);
} brotli;

struct Input {
  const void *bytes;
  size_t length, position;
};
struct Output {
  void *bytes;
  size_t length, position;
};

static struct {
  void *(*create)(void);
  size_t (*set)(void *, int, int);
  size_t (*decode)(void *, struct Output *, struct Input *);
  unsigned (*is_error)(size_t);
  size_t (*destroy)(void *);
} zstandard;

static bool has_brotli, has_zstandard;

#ifdef __APPLE__
#define LIBRARY(name, version) "lib" name "." version ".dylib"
#else
#define LIBRARY(name, version) "lib" name ".so." version
#endif

static bool look_up(void *library, const char *name, void **function) {
  *function = dlsym(library, name);
  return *function != NULL;
}

static void load(void) {
  void *library = dlopen(LIBRARY("brotlidec", "1"), RTLD_NOW | RTLD_LOCAL);
  has_brotli = library != NULL &&
    look_up(library, "BrotliDecoderCreateInstance", (void **)&brotli.create) &&
    look_up(library, "BrotliDecoderDecompressStream", (void **)&brotli.decode) &&
    look_up(library, "BrotliDecoderDestroyInstance", (void **)&brotli.destroy);
  library = dlopen(LIBRARY("zstd", "1"), RTLD_NOW | RTLD_LOCAL);
  has_zstandard = library != NULL &&
    look_up(library, "ZSTD_createDStream", (void **)&zstandard.create) &&
    look_up(library, "ZSTD_DCtx_setParameter", (void **)&zstandard.set) &&
    look_up(library, "ZSTD_decompressStream", (void **)&zstandard.decode) &&
    look_up(library, "ZSTD_isError", (void **)&zstandard.is_error) &&
    look_up(library, "ZSTD_freeDStream", (void **)&zstandard.destroy);
}

bool decoder_exists(enum DecoderKind kind) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return kind == DecoderKindBrotli ? has_brotli : has_zstandard;
}

void *decoder_create(enum DecoderKind kind) {
  if (kind == DecoderKindBrotli) return brotli.create(NULL, NULL, NULL);
  void *decoder = zstandard.create();
  // ZSTD_d_windowLogMax: a page may need no more than 8 MB of memory (RFC 9659, section 3).
  if (decoder != NULL) zstandard.set(decoder, 100, 23);
  return decoder;
}

void decoder_free(enum DecoderKind kind, void *decoder) {
  if (kind == DecoderKindBrotli) {
    brotli.destroy(decoder);
  } else {
    zstandard.destroy(decoder);
  }
}

static enum DecoderStatus decode_brotli(
  void *decoder, const void *source, size_t source_length, void *target, size_t target_length,
  size_t *read, size_t *written) {
  const uint8_t *next_source = source;
  uint8_t *next_target = target;
  size_t source_left = source_length, target_left = target_length;
  int result =
    brotli.decode(decoder, &source_left, &next_source, &target_left, &next_target, NULL);
  *read = source_length - source_left;
  *written = target_length - target_left;
  return result == 0 ? DecoderStatusBroken : result == 1 ? DecoderStatusEnded : DecoderStatusGoesOn;
}

enum DecoderStatus decoder_decode(
  enum DecoderKind kind, void *decoder, const void *source, size_t source_length, void *target,
  size_t target_length, size_t *read, size_t *written) {
  if (kind == DecoderKindBrotli) {
    return decode_brotli(
      decoder, source, source_length, target, target_length, read, written);
  }
  struct Input input = {source, source_length, 0};
  struct Output output = {target, target_length, 0};
  size_t result = zstandard.decode(decoder, &output, &input);
  *read = input.position;
  *written = output.position;
  if (zstandard.is_error(result)) return DecoderStatusBroken;
  // The end of a frame; another may follow.
  return result == 0 ? DecoderStatusEnded : DecoderStatusGoesOn;
}
