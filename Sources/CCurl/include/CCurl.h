#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#include "Decoders.h"

// libcurl, loaded when it's first needed, so that nothing is loaded at the program's start, and a
// program without it lacks only the web. The few constants are declared here, so that building needs
// no headers; they're part of its ABI and never change. Its variadic functions have a variant for each
// kind of argument.

enum CurlState { CurlStateLoaded, CurlStateMissing, CurlStateTooOld };

// Loads libcurl once. The other functions may be called only if it's loaded.
enum CurlState ccurl_load(void);

// The version that was found, such as "7.88.1", and the TLS library that it uses, such as
// "OpenSSL/3.0.19". Empty if none was found.
const char *ccurl_version(void);
const char *ccurl_tls_version(void);

enum {
  CurlOptionNoBody = 44,
  CurlOptionSSLVerifyPeer = 64,
  CurlOptionFreshConnect = 74,
  CurlOptionSSLVerifyHost = 81,
  CurlOptionHTTPVersion = 84,
  CurlOptionNoSignal = 99,
  CurlOptionProxyType = 101,
  CurlOptionConnectOnly = 141,
  CurlOptionConnectTimeoutMilliseconds = 156,
  CurlOptionCertInfo = 172,
  CurlOptionPathAsIs = 234,
  CurlOptionPipeWait = 237,
  CurlOptionSuppressConnectHeaders = 265,
  CurlOptionHTTP09Allowed = 285,
  CurlOptionMaxAgeConnection = 288,
  CurlOptionQuickExit = 322,
  CurlOptionURL = 10002,
  CurlOptionProxy = 10004,
  // A buffer of CurlErrorSize bytes.
  CurlOptionErrorBuffer = 10010,
  CurlOptionHTTPHeader = 10023,
  CurlOptionCookieFile = 10031,
  CurlOptionCAInfo = 10065,
  CurlOptionCAPath = 10097,
  CurlOptionCookieList = 10135,
  CurlOptionProxyUserName = 10175,
  CurlOptionProxyPassword = 10176,
  CurlOptionNoProxy = 10177,
  CurlOptionResolve = 10203,
  CurlOptionConnectTo = 10243,
  CurlOptionProtocols = 10318,
};

enum { CurlMultiOptionMaxConnects = 6, CurlMultiOptionMaxHostConnections = 7 };

enum {
  CurlInfoAuthorities = 0x10003D,
  CurlInfoResponseCode = 0x200002,
  CurlInfoConnectCode = 0x200016,
  CurlInfoOSError = 0x200019,
  CurlInfoNumberOfConnects = 0x20001A,
};

enum { CurlHTTPVersion2TLS = 4 };
enum { CurlProxyHTTP = 0, CurlProxySOCKS5HostName = 7 };
enum { CurlErrorSize = 256 };

struct CurlList {
  const char *text;
  struct CurlList *next;
};

// A field of a response, without the space around its value.
struct CurlHeader {
  const char *name;
  const char *value;
  size_t amount;
  size_t index;
  unsigned int origin;
  void *anchor;
};

struct CurlAddress {
  int family;
  int socktype;
  int protocol;
  unsigned int addrlen;
  struct sockaddr addr;
};

// Gets part of a response. Returns how many of the bytes it took; fewer than all end the transfer.
typedef size_t (*ccurl_writer)(char *bytes, size_t size, size_t count, void *context);
// Opens a socket for an address. -1 refuses it.
typedef int (*ccurl_opener)(void *context, int purpose, struct CurlAddress *address);
// Is asked before a request is sent on a connection to an address. Not 0 refuses it.
typedef int (*ccurl_gate)(
  void *context, char *remote, char *local, int remote_port, int local_port);

void *ccurl_easy_init(void);
void ccurl_easy_cleanup(void *easy);
void ccurl_easy_pause(void *easy, bool is_paused);
void *ccurl_list_append(void *list, const char *text);
void ccurl_list_free(void *list);
void ccurl_set_number(void *easy, int option, long value);
// Sets a text, which is copied, or a list, or a buffer.
void ccurl_set_pointer(void *easy, int option, const void *value);
void ccurl_set_callbacks(
  void *easy, void *context, ccurl_writer head, ccurl_writer body, ccurl_opener opener,
  ccurl_gate gate);
long ccurl_number(void *easy, int info);
const char *ccurl_text(void *easy, int info);
// The field after another one of the last response, or the first one, or NULL. Folded lines are one
// field. Lives until the next call.
struct CurlHeader *ccurl_next_header(void *easy, struct CurlHeader *previous);
// The cookies that the handle has, in the form that CurlOptionCookieList takes. `ccurl_list_free` frees
// them.
struct CurlList *ccurl_cookies(void *easy);
// A field of the server's certificate, such as "Subject:", or NULL. Lives as long as the handle.
const char *ccurl_certificate(void *easy, const char *field);
// Reads a date, as seconds since 1970, or -1.
int64_t ccurl_date(const char *text);

void *ccurl_multi_init(void);
void ccurl_multi_cleanup(void *multi);
bool ccurl_multi_add(void *multi, void *easy);
void ccurl_multi_remove(void *multi, void *easy);
void ccurl_multi_set_number(void *multi, int option, long value);
void ccurl_multi_perform(void *multi);
void ccurl_multi_poll(void *multi, int milliseconds);
// Returns the handle of a transfer that has ended, and its result, or NULL.
void *ccurl_multi_next_ended(void *multi, int *result);

// Ends the wait of `ccurl_multi_poll`, from any thread. It can do nothing else with the handle.
struct __attribute__((swift_attr("@Sendable"))) CurlWaker {
  void *multi;
};
void ccurl_wake(struct CurlWaker waker);

// Opens a socket that child processes don't inherit. An address that's valid on its link only gets the
// scope: the interface that leads to it, or 0.
int ccurl_open_socket(struct CurlAddress *address, uint32_t scope);

// Lets look-ups of names on the calling thread wait 2 seconds for each answer of a name server, unless
// the system's settings say something else.
void ccurl_shorten_look_ups(void);

// Keeps a write to a closed connection from ending the process, on the calling thread.
void ccurl_block_sigpipe(void);
