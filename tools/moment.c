/* Shifts the calendar clock of a program and of its child processes, as an LD_PRELOAD of tools/test --at.
 *
 * MOMENT_SHIFT is the shift in seconds, MOMENT_SINCE its start. Monotonic clocks do not change. New files get shifted
 * times; older ones keep theirs, from which Python knows whether its compiled code is up to date. Debian 12's
 * libfaketime can do neither: it makes time.sleep fail, or a waiting thread hang, from Python 3.11 on. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>

static long shift, since;

__attribute__((constructor)) static void read_moment(void) {
    const char *by = getenv("MOMENT_SHIFT"), *from = getenv("MOMENT_SINCE");
    if (by && from)
        shift = atol(by), since = atol(from);
}

/* Find the function that this library replaces. */
#define NEXT(name)                                                                                                     \
    static typeof(&name) next;                                                                                         \
    if (!next)                                                                                                         \
        next = (typeof(&name))dlsym(RTLD_NEXT, #name)

int clock_gettime(clockid_t clock, struct timespec *now) {
    NEXT(clock_gettime);
    int result = next(clock, now);
    if (!result && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE))
        now->tv_sec += shift;
    return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    NEXT(gettimeofday);
    int result = next(now, zone);
    if (!result)
        now->tv_sec += shift;
    return result;
}

time_t time(time_t *out) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (out)
        *out = now.tv_sec;
    return now.tv_sec;
}

#define STAT(name, parameters, arguments)                                                                              \
    int name parameters {                                                                                              \
        NEXT(name);                                                                                                    \
        int result = next arguments;                                                                                   \
        if (!result && found->st_mtim.tv_sec >= since)                                                                 \
            found->st_mtim.tv_sec += shift;                                                                            \
        return result;                                                                                                 \
    }

STAT(stat, (const char *path, struct stat *found), (path, found))
STAT(stat64, (const char *path, struct stat64 *found), (path, found))
STAT(lstat, (const char *path, struct stat *found), (path, found))
STAT(lstat64, (const char *path, struct stat64 *found), (path, found))
STAT(fstat, (int file, struct stat *found), (file, found))
STAT(fstat64, (int file, struct stat64 *found), (file, found))
STAT(fstatat, (int folder, const char *path, struct stat *found, int flags), (folder, path, found, flags))
STAT(fstatat64, (int folder, const char *path, struct stat64 *found, int flags), (folder, path, found, flags))

/* The reverse of it, for a file whose times are set; one that a test makes older on purpose becomes older still. */
static const struct timespec *kept(const struct timespec times[2], struct timespec moved[2]) {
    for (int at = 0; times && at < 2; at++) {
        moved[at] = times[at];
        if (times[at].tv_sec >= since)
            moved[at].tv_sec -= shift;
    }
    return times ? moved : times;
}

int utimensat(int folder, const char *path, const struct timespec times[2], int flags) {
    NEXT(utimensat);
    struct timespec moved[2];
    return next(folder, path, kept(times, moved), flags);
}

int futimens(int file, const struct timespec times[2]) {
    NEXT(futimens);
    struct timespec moved[2];
    return next(file, kept(times, moved));
}
