#include "CCurl.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <resolv.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// The beginning of what libcurl tells about itself.
struct Version {
  int age;
  const char *text;
  unsigned int number;
  const char *host;
  int features;
  const char *tls;
};

// The functions of libcurl. easy_setopt and the like are variadic, and called as such.
#define FUNCTIONS(each) \
  each(int, global_init, long) \
  each(const struct Version *, version_info, int) \
  each(time_t, getdate, const char *, const time_t *) \
  each(void *, easy_init, void) \
  each(void, easy_cleanup, void *) \
  each(int, easy_setopt, void *, int, ...) \
  each(int, easy_getinfo, void *, int, ...) \
  each(int, easy_pause, void *, int) \
  each(struct CurlHeader *, easy_nextheader, void *, unsigned int, int, struct CurlHeader *) \
  each(void *, slist_append, void *, const char *) \
  each(void, slist_free_all, void *) \
  each(void *, multi_init, void) \
  each(int, multi_cleanup, void *) \
  each(int, multi_setopt, void *, int, ...) \
  each(int, multi_add_handle, void *, void *) \
  each(int, multi_remove_handle, void *, void *) \
  each(int, multi_perform, void *, int *) \
  each(int, multi_poll, void *, void *, unsigned int, int, int *) \
  each(int, multi_wakeup, void *) \
  each(void *, multi_info_read, void *, int *)

#define DECLARE(result, name, ...) result (*name)(__VA_ARGS__);
static struct { FUNCTIONS(DECLARE) } curl;

// Looks all functions up. Those that an old version lacks make it too old.
static bool look_up(void *library) {
#define LOOK_UP(result, name, ...) \
  if ((*(void **)&curl.name = dlsym(library, "curl_" #name)) == NULL) return false;
  FUNCTIONS(LOOK_UP)
  return true;
}

static enum CurlState state = CurlStateMissing;
static const struct Version *version = NULL;

static const char *const names[] = {
#ifdef __APPLE__
  "libcurl.4.dylib", "/opt/homebrew/opt/curl/lib/libcurl.4.dylib",
#else
  "libcurl.so.4", "libcurl-gnutls.so.4",
#endif
};

// OpenSSL frees what it has when the program exits, even if another thread is in a handshake then.
static void keep_until_exit(void *library) {
  int (*init)(uint64_t, const void *) = dlsym(library, "OPENSSL_init_crypto");
  if (init != NULL) init(0x00080000, NULL);  // OPENSSL_INIT_NO_ATEXIT
}

static void load(void) {
  for (size_t index = 0; index < sizeof(names) / sizeof(names[0]); index++) {
    void *library = dlopen(names[index], RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) continue;
    keep_until_exit(library);
    state = CurlStateTooOld;
    if (!look_up(library)) continue;
    // Not its version as a text, for which Debian's looks up the name of this machine.
    version = curl.version_info(0);
    // 7.85, which knows the protocols by name.
    if (version->number >= 0x075500 && curl.global_init(3) == 0) {
      state = CurlStateLoaded;
      return;
    }
  }
}

enum CurlState ccurl_load(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return state;
}

const char *ccurl_version(void) { return version == NULL ? "" : version->text; }
const char *ccurl_tls_version(void) {
  return version == NULL || version->tls == NULL ? "" : version->tls;
}

void *ccurl_easy_init(void) { return curl.easy_init(); }
void ccurl_easy_cleanup(void *easy) { curl.easy_cleanup(easy); }
void ccurl_easy_pause(void *easy, bool is_paused) { curl.easy_pause(easy, is_paused ? 1 : 0); }
void *ccurl_list_append(void *list, const char *text) { return curl.slist_append(list, text); }
void ccurl_list_free(void *list) { curl.slist_free_all(list); }

void ccurl_set_number(void *easy, int option, long value) {
  curl.easy_setopt(easy, option, value);
}

void ccurl_set_pointer(void *easy, int option, const void *value) {
  curl.easy_setopt(easy, option, value);
}

void ccurl_set_callbacks(
  void *easy, void *context, ccurl_writer head, ccurl_writer body, ccurl_opener opener,
  ccurl_gate gate) {
  curl.easy_setopt(easy, 20079, head);  // CURLOPT_HEADERFUNCTION
  curl.easy_setopt(easy, 10029, context);
  curl.easy_setopt(easy, 20011, body);  // CURLOPT_WRITEFUNCTION
  curl.easy_setopt(easy, 10001, context);
  curl.easy_setopt(easy, 20163, opener);  // CURLOPT_OPENSOCKETFUNCTION
  curl.easy_setopt(easy, 10164, context);
  curl.easy_setopt(easy, 20312, gate);  // CURLOPT_PREREQFUNCTION
  curl.easy_setopt(easy, 10313, context);
}

long ccurl_number(void *easy, int info) {
  long value = 0;
  curl.easy_getinfo(easy, info, &value);
  return value;
}

const char *ccurl_text(void *easy, int info) {
  const char *value = NULL;
  curl.easy_getinfo(easy, info, &value);
  return value;
}

struct CurlHeader *ccurl_next_header(void *easy, struct CurlHeader *previous) {
  return curl.easy_nextheader(easy, 1, -1, previous);  // CURLH_HEADER of the last response
}

struct CurlList *ccurl_cookies(void *easy) {
  struct CurlList *list = NULL;
  curl.easy_getinfo(easy, 0x40001C, &list);  // CURLINFO_COOKIELIST
  return list;
}

const char *ccurl_certificate(void *easy, const char *field) {
  struct {
    int count;
    struct CurlList **lists;
  } *chain = NULL;
  if (curl.easy_getinfo(easy, 0x400022, &chain) != 0 || chain == NULL || chain->count < 1) {
    return NULL;  // CURLINFO_CERTINFO
  }
  for (struct CurlList *line = chain->lists[0]; line != NULL; line = line->next) {
    if (strncasecmp(line->text, field, strlen(field)) == 0) return line->text + strlen(field);
  }
  return NULL;
}

int64_t ccurl_date(const char *text) { return curl.getdate(text, NULL); }

void *ccurl_multi_init(void) { return curl.multi_init(); }
void ccurl_multi_cleanup(void *multi) { curl.multi_cleanup(multi); }
bool ccurl_multi_add(void *multi, void *easy) { return curl.multi_add_handle(multi, easy) == 0; }
void ccurl_multi_remove(void *multi, void *easy) { curl.multi_remove_handle(multi, easy); }

void ccurl_multi_set_number(void *multi, int option, long value) {
  curl.multi_setopt(multi, option, value);
}

void ccurl_multi_perform(void *multi) {
  int running = 0;
  curl.multi_perform(multi, &running);
}

void ccurl_multi_poll(void *multi, int milliseconds) {
  curl.multi_poll(multi, NULL, 0, milliseconds, NULL);
}

void *ccurl_multi_next_ended(void *multi, int *result) {
  struct {
    int kind;
    void *easy;
    union {
      void *any;
      int result;
    } data;
  } *message;
  int left = 0;
  while ((message = curl.multi_info_read(multi, &left)) != NULL) {
    if (message->kind != 1) continue;  // CURLMSG_DONE
    *result = message->data.result;
    return message->easy;
  }
  return NULL;
}

void ccurl_wake(struct CurlWaker waker) { curl.multi_wakeup(waker.multi); }

int ccurl_open_socket(struct CurlAddress *address, uint32_t scope) {
  if (address->family == AF_INET6) {
    struct sockaddr_in6 *target = (struct sockaddr_in6 *)&address->addr;
    if (IN6_IS_ADDR_LINKLOCAL(&target->sin6_addr) && target->sin6_scope_id == 0) {
      target->sin6_scope_id = scope;
    }
  }
#ifdef SOCK_CLOEXEC
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
#else
  int descriptor = socket(address->family, address->socktype, address->protocol);
  if (descriptor >= 0) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  return descriptor;
#endif
}

void ccurl_shorten_look_ups(void) {
#ifdef __GLIBC__
  // These are glibc's defaults: two attempts with each name server, of 5 seconds.
  if (res_init() == 0 && _res.retrans == RES_TIMEOUT && _res.retry == RES_DFLRETRY) _res.retrans = 2;
#endif
}

void ccurl_block_sigpipe(void) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGPIPE);
  pthread_sigmask(SIG_BLOCK, &signals, NULL);
}
