/* Half a round trip of messages of each size, and a stream of messages from rank 0 to rank 1; the
 * twin of bench.LongPath, which has the definitions:
 *   long_path [-s sizes] [-n repetitions] [-t seconds] [-m bytes] [-w messages under way]
 */
#include "mb.h"
#include <time.h>

enum { TAG = 1, SIZES = 64, MOST = 1024 };

static int me;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static const char *word(int argc, char **argv, const char *option, const char *otherwise) {
    for (int i = 1; i + 1 < argc; i++)
        if (!strcmp(argv[i], option)) return argv[i + 1];
    return otherwise;
}

static void ping_pong(int bytes, int repetitions) {
    char *message = mb_alloc(bytes);
    double *times = calloc(repetitions, sizeof *times);
    for (int i = -1; i < repetitions; i++) {
        double begin = now();
        if (me == 0) {
            MPI_Send(message, bytes, MPI_BYTE, 1, TAG, MPI_COMM_WORLD);
            MPI_Recv(message, bytes, MPI_BYTE, 1, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            times[i < 0 ? 0 : i] = (now() - begin) / 2 * 1e3;
        } else if (me == 1) {
            MPI_Recv(message, bytes, MPI_BYTE, 0, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Send(message, bytes, MPI_BYTE, 0, TAG, MPI_COMM_WORLD);
        }
    }
    qsort(times, repetitions, sizeof *times, mb_compare);
    if (me == 0) printf("P,%d,%d,%.3f,%.3f\n", bytes, repetitions, times[0], times[repetitions / 2]);
    free(times);
    free(message);
}

static char *messages[MOST];
static MPI_Request requests[MOST];

static void send_all(double end, int bytes, int under_way) {
    for (int i = 0, last = 0; last < under_way; i = (i + 1) % under_way) {
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
        int ends = now() >= end;
        messages[i][0] = ends;
        last += ends;
        MPI_Isend(messages[i], bytes, MPI_BYTE, 1, TAG, MPI_COMM_WORLD, &requests[i]);
    }
    for (int i = 0; i < under_way; i++) MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
}

static void receive(int i, int bytes) {
    MPI_Irecv(messages[i], bytes, MPI_BYTE, 0, TAG, MPI_COMM_WORLD, &requests[i]);
}

static void receive_all(double begin, int bytes, int under_way) {
    double total = 0, of_second = 0;
    int second = 1;
    for (int i = 0; i < under_way; i++) receive(i, bytes);
    for (int i = 0, last = 0; last < under_way; i = (i + 1) % under_way) {
        MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
        for (double passed = now() - begin; passed >= second; second++) {
            printf("S,%d,%.0f\n", second, of_second * 8e-6);
            of_second = 0;
        }
        of_second += bytes;
        total += bytes;
        if (messages[i][0] == 0) receive(i, bytes);
        else last++;
    }
    double passed = now() - begin;
    printf("T,%.2f,%.0f\n", passed, total / passed * 8e-6);
}

int main(int argc, char **argv) {
    size_t sizes[SIZES];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    const char *list = word(argc, argv, "-s", "none");
    int count = strcmp(list, "none") ? mb_sizes(list, sizes, SIZES) : 0;
    for (int i = 0; i < count; i++) ping_pong((int)sizes[i], atoi(word(argc, argv, "-n", "20")));
    double seconds = atof(word(argc, argv, "-t", "0"));
    int under_way = atoi(word(argc, argv, "-w", "16"));
    under_way = under_way < 2 ? 2 : under_way > MOST ? MOST : under_way;
    if (seconds > 0) {
        mb_sizes(word(argc, argv, "-m", "1M"), sizes, 1);
        for (int i = 0; i < under_way; i++) {
            messages[i] = mb_alloc(sizes[0]);
            requests[i] = MPI_REQUEST_NULL;
        }
        MPI_Barrier(MPI_COMM_WORLD);
        double begin = now();
        if (me == 0) send_all(begin + seconds, (int)sizes[0], under_way);
        else if (me == 1) receive_all(begin, (int)sizes[0], under_way);
    }
    MPI_Finalize();
    return 0;
}
