/* Runs an application; see application.h. */
#include "application.h"

extern double communication_seconds;    /* communication.c */
extern bool communication_measured;

#define PAGE 4096

int rank, size;
static int words;
static char **word;

const char *text_option(const char *option, const char *otherwise) {
    for (int i = words - 2; i >= 1; i--) {
        if (strcmp(word[i], option) == 0) return word[i + 1];
    }
    return otherwise;
}

int number_option(const char *option, int otherwise) {
    const char *text = text_option(option, "");
    if (!*text) return otherwise;
    char *end;
    long value = strtol(text, &end, 10);
    if (*end) {
        fprintf(stderr, "%s takes a whole number: %s\n", option, text);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return (int)value;
}

void *allocate(size_t count, size_t bytes) {
    void *memory = calloc(count ? count : 1, bytes);
    if (!memory) {
        perror("allocate");
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    /* Not to be mapped page by page in the timed part: Java zeroes arrays when it makes them. */
    for (size_t i = 0; i < count * bytes; i += PAGE) ((volatile char *)memory)[i] = 0;
    return memory;
}

uint64_t nas_skip(uint64_t seed, uint64_t multiplier, uint64_t steps) {
    uint64_t power = multiplier, result = seed;
    for (uint64_t left = steps; left > 0; left >>= 1) {
        if (left & 1) result = result * power & NAS_MASK;
        power = power * power & NAS_MASK;
    }
    return result;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    words = argc;
    word = argv;
    for (int i = 1; i < argc; i++) communication_measured |= strcmp(argv[i], "-communication") == 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    prepare();
    MPI_Barrier(MPI_COMM_WORLD);
    double before = communication_seconds, start = MPI_Wtime();
    compute();
    double time = MPI_Wtime() - start, communication = communication_seconds - before;
    MPI_Barrier(MPI_COMM_WORLD);
    double slowest, sum, value = 0;
    bool correct = false;
    MPI_Reduce(&time, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    MPI_Reduce(&communication, &sum, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    verify(&value, &correct);
    if (rank == 0) {
        printf("A,%s,%d,%.6f,%.6f,%.12e,%s\n", name, size, slowest, sum / size, value,
               correct ? "true" : "false");
    }
    MPI_Finalize();
    return 0;
}
