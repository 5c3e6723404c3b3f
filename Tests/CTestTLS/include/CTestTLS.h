#pragma once
#include <stdint.h>

// The server's side of TLS by the OpenSSL that libcurl has, loaded when it's first needed. Building
// needs no headers of it; the few constants are part of its ABI and never change.

// Returns what connections of a server share, or 0 if OpenSSL is missing or the certificate and the
// key, both in PEM, can't be read. The protocols are in the form of ALPN, the best first. It stays until
// the process exits.
uintptr_t testtls_context(
  const char *certificate, const char *key, const unsigned char *protocols, unsigned int length);

// Starts TLS on a connection. The handshake is part of the first reading or writing.
void *testtls_open(uintptr_t context, int descriptor);

// Return the number of bytes, 0 when the connection has ended or failed, or one of these.
enum { TestTLSNeedsReading = -1, TestTLSNeedsWriting = -2 };
int testtls_read(void *connection, void *bytes, int length);
int testtls_write(void *connection, const void *bytes, int length);

// Tells the client that nothing more comes.
void testtls_finish(void *connection);
void testtls_free(void *connection);
