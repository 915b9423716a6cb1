/* Preloaded into every program of a host: its wall clock is an hour slow while /run/clock-back exists. */
#define _GNU_SOURCE
#include <errno.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t behind(void) {
    int before = errno;
    time_t seconds = access("/run/clock-back", F_OK) == 0 ? 3600 : 0;
    errno = before;
    return seconds;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int failed = (int) syscall(SYS_clock_gettime, clock, now);
    if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        now->tv_sec -= behind();
    }
    return failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
    int failed = (int) syscall(SYS_gettimeofday, now, zone);
    if (!failed) {
        now->tv_sec -= behind();
    }
    return failed;
}

time_t time(time_t *also) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (also) {
        *also = now.tv_sec;
    }
    return now.tv_sec;
}
