#include "CTestTLS.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef int (*Selector)(
  void *ssl, const unsigned char **choice, unsigned char *choice_length,
  const unsigned char *offer, unsigned int offer_length, void *context);

#define FUNCTIONS(F) \
  F(int, OPENSSL_init_crypto, uint64_t, const void *) \
  F(void, ERR_clear_error, void) \
  F(void *, BIO_new_mem_buf, const void *, int) \
  F(int, BIO_free, void *) \
  F(void *, PEM_read_bio_X509, void *, void **, void *, void *) \
  F(void *, PEM_read_bio_PrivateKey, void *, void **, void *, void *) \
  F(void *, TLS_server_method, void) \
  F(void *, SSL_CTX_new, const void *) \
  F(long, SSL_CTX_ctrl, void *, int, long, void *) \
  F(int, SSL_CTX_use_certificate, void *, void *) \
  F(int, SSL_CTX_use_PrivateKey, void *, void *) \
  F(void, SSL_CTX_set_alpn_select_cb, void *, Selector, void *) \
  F(void *, SSL_new, void *) \
  F(void, SSL_free, void *) \
  F(int, SSL_set_fd, void *, int) \
  F(void, SSL_set_accept_state, void *) \
  F(int, SSL_read, void *, void *, int) \
  F(int, SSL_write, void *, const void *, int) \
  F(int, SSL_shutdown, void *) \
  F(int, SSL_get_error, const void *, int)

#define MEMBER(result, name, ...) result (*name)(__VA_ARGS__);
static struct { FUNCTIONS(MEMBER) } openssl;
static bool is_loaded;

#ifdef __APPLE__
static const char library_name[] = "/opt/homebrew/opt/openssl@3/lib/libssl.3.dylib";
#else
static const char library_name[] = "libssl.so.3";
#endif

static void load(void) {
  void *library = dlopen(library_name, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return;
  // Finds the functions of libcrypto, too, which it depends on.
#define LOOK_UP(result, name, ...) \
  *(void **)&openssl.name = dlsym(library, #name); \
  if (openssl.name == NULL) return;
  FUNCTIONS(LOOK_UP)
  // It would free what it has when the process exits, even if a connection is still in use.
  openssl.OPENSSL_init_crypto(0x00080000, NULL);  // OPENSSL_INIT_NO_ATEXIT
  is_loaded = true;
}

struct Protocols {
  unsigned int length;
  unsigned char names[];
};

// Chooses the first of the server's protocols that the client offers, or none.
static int select_protocol(
  void *ssl, const unsigned char **choice, unsigned char *choice_length,
  const unsigned char *offer, unsigned int offer_length, void *context) {
  const struct Protocols *own = context;
  for (unsigned int at = 0; at < own->length; at += 1 + own->names[at]) {
    const unsigned char *name = own->names + at;
    for (unsigned int other = 0; other < offer_length; other += 1 + offer[other]) {
      if (offer[other] != *name || memcmp(offer + other + 1, name + 1, *name) != 0) continue;
      *choice = name + 1;
      *choice_length = *name;
      return 0;  // SSL_TLSEXT_ERR_OK
    }
  }
  return 3;  // SSL_TLSEXT_ERR_NOACK
}

static void *read_pem(const char *text, void *(*read)(void *, void **, void *, void *)) {
  void *source = openssl.BIO_new_mem_buf(text, -1);
  void *value = read(source, NULL, NULL, NULL);
  openssl.BIO_free(source);
  return value;
}

uintptr_t testtls_context(
  const char *certificate, const char *key, const unsigned char *protocols, unsigned int length) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  if (!is_loaded) return 0;
  void *context = openssl.SSL_CTX_new(openssl.TLS_server_method());
  void *leaf = read_pem(certificate, openssl.PEM_read_bio_X509);
  void *secret = read_pem(key, openssl.PEM_read_bio_PrivateKey);
  struct Protocols *own = malloc(sizeof *own + length);
  if (
    context == NULL || leaf == NULL || secret == NULL || own == NULL ||
    openssl.SSL_CTX_use_certificate(context, leaf) != 1 ||
    openssl.SSL_CTX_use_PrivateKey(context, secret) != 1) {
    return 0;
  }
  own->length = length;
  memcpy(own->names, protocols, length);
  openssl.SSL_CTX_set_alpn_select_cb(context, select_protocol, own);
  // SSL_CTRL_MODE: writing may end after a part, and go on with bytes that were moved.
  openssl.SSL_CTX_ctrl(context, 33, 1 | 2, NULL);
  return (uintptr_t)context;
}

void *testtls_open(uintptr_t context, int descriptor) {
  void *connection = openssl.SSL_new((void *)context);
  openssl.SSL_set_fd(connection, descriptor);
  openssl.SSL_set_accept_state(connection);
  return connection;
}

static int result(void *connection, int count) {
  if (count > 0) return count;
  switch (openssl.SSL_get_error(connection, count)) {
    case 2: return TestTLSNeedsReading;  // SSL_ERROR_WANT_READ
    case 3: return TestTLSNeedsWriting;  // SSL_ERROR_WANT_WRITE
    default: return 0;
  }
}

int testtls_read(void *connection, void *bytes, int length) {
  openssl.ERR_clear_error();
  return result(connection, openssl.SSL_read(connection, bytes, length));
}

int testtls_write(void *connection, const void *bytes, int length) {
  openssl.ERR_clear_error();
  return result(connection, openssl.SSL_write(connection, bytes, length));
}

void testtls_finish(void *connection) {
  openssl.ERR_clear_error();
  openssl.SSL_shutdown(connection);
}

void testtls_free(void *connection) { openssl.SSL_free(connection); }
