/*
 * What a thread that sleeps costs: round trips of 64 bytes over TCP (loopback) between a process that
 * polls on processor 0 and a thread on processor 1 that blocks in recv; with an argument beside a thread
 * of the same process that computes on processor 1. So a library with a thread for its progress has to
 * expect at least this beside a program that computes. No MPI.
 *
 *   cc -O2 -pthread -o wake_up wake_up.c && ./wake_up && ./wake_up computing
 */
#define _GNU_SOURCE
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { TRIPS = 20000, BYTES = 64 };

static volatile double sink;

static void bind_to(int processor) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(processor, &set);
    sched_setaffinity(0, sizeof set, &set);
}

static void *compute(void *unused) {
    bind_to(1);
    for (long i = 1;; i++) sink += 1.0 / i;
    return unused;
}

static double now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e6 + t.tv_nsec * 1e-3;
}

static int ascending(const void *a, const void *b) {
    double difference = *(const double *)a - *(const double *)b;
    return difference < 0 ? -1 : difference > 0;
}

static void without_delay(int socket) {
    int on = 1;
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

static void serve(int listener, int computing) {
    pthread_t thread;
    char bytes[BYTES];
    if (computing) pthread_create(&thread, NULL, compute, NULL);
    bind_to(1);
    int connection = accept(listener, NULL, NULL);
    without_delay(connection);
    while (recv(connection, bytes, BYTES, MSG_WAITALL) == BYTES) send(connection, bytes, BYTES, 0);
    exit(0);
}

int main(int argc, char **argv) {
    static double trips[TRIPS];
    char bytes[BYTES];
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t length = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    bind(listener, (struct sockaddr *)&address, length);
    listen(listener, 1);
    getsockname(listener, (struct sockaddr *)&address, &length);
    pid_t server = fork();
    if (server == 0) serve(listener, argc > 1);
    bind_to(0);
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    connect(connection, (struct sockaddr *)&address, length);
    without_delay(connection);
    double sum = 0;
    for (int i = 0; i < TRIPS; i++) {
        double start = now_us();
        send(connection, bytes, BYTES, 0);
        for (int got = 0; got < BYTES;) {
            ssize_t part = recv(connection, bytes, BYTES - got, MSG_DONTWAIT);
            if (part > 0) got += part;
        }
        trips[i] = now_us() - start;
        sum += trips[i];
    }
    qsort(trips, TRIPS, sizeof(double), ascending);
    printf("%s: median %.1f, mean %.1f, 99th percentile %.1f us\n", argc > 1 ? argv[1] : "idle",
           trips[TRIPS / 2], sum / TRIPS, trips[TRIPS * 99 / 100]);
    kill(server, SIGKILL);
    return 0;
}
