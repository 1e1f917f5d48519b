/*
 * Preloaded into a process (LD_PRELOAD): appends to the file SYSTEM_TRAP_LOG each name it looks up, each address beyond this
 * machine it connects, sends or binds to, and each file it opens for writing, makes or renames outside SYSTEM_TRAP_FOLDERS
 * (absolute paths, parted by colons). Files whose names contain SYSTEM_TRAP_FAILING cannot be opened: SYSTEM_TRAP_ERRNO is why. Lookups and connections beyond this machine fail, so that nothing leaves it while tests run.
 */
#define _GNU_SOURCE
#undef _FORTIFY_SOURCE
#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void report(const char *call, const char *detail) {
  const char *log = getenv("SYSTEM_TRAP_LOG");
  if (log == NULL) return;
  int saved = errno;
  char line[PATH_MAX + 512];
  char program[256] = "";
  int source = (int)syscall(SYS_openat, AT_FDCWD, "/proc/self/cmdline", O_RDONLY | O_CLOEXEC, 0);
  if (source >= 0) {
    ssize_t length = syscall(SYS_read, source, program, sizeof program - 1);
    for (ssize_t at = 0; at < length; at++)
      if (program[at] == '\0' || program[at] == '\n') program[at] = ' ';
    syscall(SYS_close, source);
  }
  int length = snprintf(line, sizeof line, "%s %s [%s]\n", call, detail == NULL ? "" : detail, program);
  int file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (file >= 0) {
    syscall(SYS_write, file, line, length < (int)sizeof line ? length : (int)sizeof line - 1);
    syscall(SYS_close, file);
  }
  errno = saved;
}

/* Whether an address lies beyond this machine; reports it if so. */
static int foreign(const char *call, const struct sockaddr *address) {
  char text[INET6_ADDRSTRLEN + 8] = "", detail[sizeof text + 8];
  unsigned port = 0;
  if (address == NULL) return 0;
  if (address->sa_family == AF_INET) {
    const struct sockaddr_in *four = (const struct sockaddr_in *)address;
    if ((ntohl(four->sin_addr.s_addr) >> 24) == 127) return 0;
    inet_ntop(AF_INET, &four->sin_addr, text, sizeof text);
    port = ntohs(four->sin_port);
  } else if (address->sa_family == AF_INET6) {
    const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)address;
    if (IN6_IS_ADDR_LOOPBACK(&six->sin6_addr)) return 0;
    if (IN6_IS_ADDR_V4MAPPED(&six->sin6_addr) && six->sin6_addr.s6_addr[12] == 127) return 0;
    inet_ntop(AF_INET6, &six->sin6_addr, text, sizeof text);
    port = ntohs(six->sin6_port);
  } else {
    return 0;
  }
  snprintf(detail, sizeof detail, "%s:%u", text, port);
  report(call, detail);
  return 1;
}

static int refused(void) {
  errno = ENETUNREACH;
  return -1;
}

int connect(int socket, const struct sockaddr *address, socklen_t length) {
  return foreign("connect", address) ? refused() : REAL(connect)(socket, address, length);
}

int bind(int socket, const struct sockaddr *address, socklen_t length) {
  foreign("bind", address);
  return REAL(bind)(socket, address, length);
}

ssize_t sendto(int socket, const void *data, size_t size, int flags, const struct sockaddr *address, socklen_t length) {
  return foreign("sendto", address) ? refused() : REAL(sendto)(socket, data, size, flags, address, length);
}

ssize_t sendmsg(int socket, const struct msghdr *message, int flags) {
  return foreign("sendmsg", message->msg_name) ? refused() : REAL(sendmsg)(socket, message, flags);
}

int sendmmsg(int socket, struct mmsghdr *messages, unsigned count, int flags) {
  for (unsigned at = 0; at < count; at++)
    if (foreign("sendmmsg", messages[at].msg_hdr.msg_name)) return refused();
  return REAL(sendmmsg)(socket, messages, count, flags);
}

/* Numbers and the names of this machine need no lookup. */
static int looked_up(const char *name) {
  unsigned char bytes[16];
  if (name == NULL || strcmp(name, "localhost") == 0) return 0;
  if (inet_pton(AF_INET, name, bytes) == 1 || inet_pton(AF_INET6, name, bytes) == 1) return 0;
  report("lookup", name);
  return 1;
}

int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
  return looked_up(name) ? EAI_AGAIN : REAL(getaddrinfo)(name, service, hints, result);
}

struct hostent *gethostbyname(const char *name) {
  return looked_up(name) ? NULL : REAL(gethostbyname)(name);
}

struct hostent *gethostbyname2(const char *name, int family) {
  return looked_up(name) ? NULL : REAL(gethostbyname2)(name, family);
}

static int is_within(const char *path, const char *folder, size_t length) {
  return length > 0 && strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == '\0');
}

/* Reports a path that is written to outside the folders. `base` is the folder of a relative path, or AT_FDCWD. */
static void written(const char *call, int base, const char *path) {
  char whole[PATH_MAX * 2];
  if (path == NULL || getenv("SYSTEM_TRAP_LOG") == NULL) return;
  if (path[0] == '/') {
    snprintf(whole, sizeof whole, "%s", path);
  } else {
    char name[64], folder[PATH_MAX];
    if (base == AT_FDCWD) snprintf(name, sizeof name, "/proc/self/cwd");
    else snprintf(name, sizeof name, "/proc/self/fd/%d", base);
    ssize_t length = readlink(name, folder, sizeof folder - 1);
    if (length < 0) length = 0;
    snprintf(whole, sizeof whole, "%.*s/%s", (int)length, folder, path);
  }
  if (is_within(whole, "/dev", 4) || is_within(whole, "/proc", 5)) return;
  const char *folders = getenv("SYSTEM_TRAP_FOLDERS");
  for (const char *at = folders == NULL ? "" : folders; *at != '\0';) {
    size_t length = strcspn(at, ":");
    if (strstr(whole, "/../") == NULL && is_within(whole, at, length)) return;
    at += length + (at[length] == ':');
  }
  report(call, whole);
}

static int writes(int flags) {
  return (flags & O_ACCMODE) != O_RDONLY || (flags & (O_CREAT | O_TRUNC)) != 0;
}

#define MODE(flags, mode)                              \
  unsigned mode = 0;                                   \
  if (((flags) & (O_CREAT | __O_TMPFILE)) != 0) {      \
    va_list rest;                                      \
    va_start(rest, flags);                             \
    mode = va_arg(rest, unsigned);                     \
    va_end(rest);                                      \
  }

/* Whether a file is to fail; sets errno if so. */
static int failing(const char *path) {
  const char *part = getenv("SYSTEM_TRAP_FAILING"), *why = getenv("SYSTEM_TRAP_ERRNO");
  if (path == NULL || part == NULL || why == NULL || strstr(path, part) == NULL) return 0;
  errno = atoi(why);
  return 1;
}

#define OPEN(name)                                     \
  int name(const char *path, int flags, ...) {         \
    MODE(flags, mode)                                  \
    if (writes(flags)) written("write", AT_FDCWD, path); \
    if (failing(path)) return -1;                      \
    return REAL(name)(path, flags, mode);              \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                   \
  int name(int base, const char *path, int flags, ...) { \
    MODE(flags, mode)                                  \
    if (writes(flags)) written("write", base, path);   \
    if (failing(path)) return -1;                      \
    return REAL(name)(base, path, flags, mode);        \
  }
OPENAT(openat)
OPENAT(openat64)

#define FOPEN(name)                                    \
  FILE *name(const char *path, const char *mode) {     \
    if (strpbrk(mode, "wa+") != NULL) written("write", AT_FDCWD, path); \
    return REAL(name)(path, mode);                     \
  }
FOPEN(fopen)
FOPEN(fopen64)

int creat(const char *path, mode_t mode) {
  written("write", AT_FDCWD, path);
  return REAL(creat)(path, mode);
}

int mkdir(const char *path, mode_t mode) {
  written("mkdir", AT_FDCWD, path);
  return REAL(mkdir)(path, mode);
}

int rename(const char *from, const char *to) {
  written("rename", AT_FDCWD, to);
  return REAL(rename)(from, to);
}

int link(const char *from, const char *to) {
  written("link", AT_FDCWD, to);
  return REAL(link)(from, to);
}

int symlink(const char *target, const char *path) {
  written("symlink", AT_FDCWD, path);
  return REAL(symlink)(target, path);
}
