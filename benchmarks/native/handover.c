/* What it costs to hand a cache line from processor 0 to processor 1, in ns, one way.
 * On a virtual machine the host decides whether the two share a cache, and changes its mind: small
 * messages take two to six times as long when they do not.  benchmarks/compare runs this around
 * each run, so that only runs with the same placement are compared.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

enum { WARM_UP = 1000, ROUNDS = 20000 };

static _Alignas(128) atomic_long ping;
static _Alignas(128) atomic_long pong;

static void run_on(int processor) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    sched_setaffinity(0, sizeof set, &set);
}

static void *answer(void *unused) {
    run_on(1);
    for (long round = 1; round <= WARM_UP + ROUNDS; round++) {
        while (atomic_load_explicit(&ping, memory_order_acquire) != round) { }
        atomic_store_explicit(&pong, round, memory_order_release);
    }
    return unused;
}

static double now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e9 + time.tv_nsec;
}

int main(void) {
    pthread_t thread;
    double start = 0;
    run_on(0);
    pthread_create(&thread, NULL, answer, NULL);
    for (long round = 1; round <= WARM_UP + ROUNDS; round++) {
        if (round == WARM_UP + 1) start = now_ns();
        atomic_store_explicit(&ping, round, memory_order_release);
        while (atomic_load_explicit(&pong, memory_order_acquire) != round) { }
    }
    printf("%.1f\n", (now_ns() - start) / ROUNDS / 2);
    pthread_join(thread, NULL);
    return 0;
}
