/* A task farm: rank 0 sends tasks to the other ranks, each of which returns its result and is sent
 * the next one, until there are no more; a single rank processes all by itself. A task is an
 * adaptive quadrature of a sum of peaks whose number and widths differ, and so does its cost. Tasks
 * and results are packed, as the twin serializes objects. -tasks, and -work: the largest number of
 * peaks. Each integral is verified with the formula of the antiderivative; the value is the sum of
 * all. */
#include "application.h"
#include "splitmix64.h"
#include <math.h>

#define TASK 1
#define END 2
#define OUTCOME 3
/* For each peak, whose integral is at most pi. The estimate of the error is no bound: the largest
 * error of 30,000 tasks is 6.6e-8. */
#define TOLERANCE 1e-7

#define PANELS 16
#define QUADRATURE_TOLERANCE 1e-9   /* of an interval, by its length and the number of peaks */
#define HALVINGS 40                 /* of a panel, at most */

const char *const name = "farm";

/* The interval and the peaks of an integrand. */
struct peak { double center, width; };
struct task {
    int number;
    double lower, upper;
    int peaks;
    struct peak *peak;
};

/* The integrals of the panels of an interval. */
struct outcome {
    int number, evaluations;
    double integrals[PANELS];
};

/* What the stack holds: the ends of an interval, and the integrand there and in the middle. */
struct interval { double start, end, at_start, at_center, at_end; };

static int count, work;
static struct task *tasks;          /* of rank 0, as their outcomes */
static struct outcome *outcomes;
static char *packed;                /* a task or an outcome */
static int packed_bytes;

static void set_task(struct task *task, int number) {
    double lower = splitmix64_uniform(-2 - (int64_t)number);
    *task = (struct task){.number = number, .lower = lower, .upper = lower + 1};
    task->peaks = 1 + (int)(7 * (int64_t)number % work);
    task->peak = allocate((size_t)task->peaks, sizeof *task->peak);
    for (int i = 0; i < task->peaks; i++) {
        int64_t random = 2 * ((int64_t)number * work + i);
        task->peak[i].center = lower + splitmix64_uniform(random);
        task->peak[i].width = 1 / (10 + 990 * splitmix64_uniform(random + 1));
    }
}

void prepare(void) {
    count = rank == 0 ? number_option("-tasks", 1000) : 0;
    work = number_option("-work", 50);
    tasks = allocate((size_t)count, sizeof *tasks);
    outcomes = allocate((size_t)count, sizeof *outcomes);
    for (int i = 0; i < count; i++) set_task(&tasks[i], i);
    int ints, doubles;
    MPI_Pack_size(3, MPI_INT, MPI_COMM_WORLD, &ints);
    MPI_Pack_size(2 + 2 * work + PANELS, MPI_DOUBLE, MPI_COMM_WORLD, &doubles);
    packed_bytes = ints + doubles;
    packed = allocate((size_t)packed_bytes, 1);
}

static double sum_of_peaks(const struct task *task, double point) {
    double sum = 0;
    for (int i = 0; i < task->peaks; i++) {
        double distance = point - task->peak[i].center, width = task->peak[i].width;
        sum += width / (distance * distance + width * width);
    }
    return sum;
}

/* Simpson's rule, with intervals that are halved as required. */
static double integrate(const struct task *task, double start, double end, int *evaluations) {
    struct interval stack[HALVINGS + 2];
    double accuracy = 15 * QUADRATURE_TOLERANCE * task->peaks, integral = 0;
    double shortest = (end - start) / (double)(INT64_C(1) << HALVINGS);
    stack[0] = (struct interval){start, end, sum_of_peaks(task, start),
                                 sum_of_peaks(task, (start + end) / 2), sum_of_peaks(task, end)};
    *evaluations += 3;
    int top = 0;
    while (top >= 0) {
        struct interval i = stack[top];
        double length = i.end - i.start;
        double first = sum_of_peaks(task, i.start + length / 4);
        double last = sum_of_peaks(task, i.end - length / 4);
        *evaluations += 2;
        double whole = length / 6 * (i.at_start + 4 * i.at_center + i.at_end);
        double halves = length / 12 * (i.at_start + 4 * first + 2 * i.at_center + 4 * last
                                       + i.at_end);
        if (fabs(halves - whole) <= accuracy * length || length <= shortest) {
            integral += halves + (halves - whole) / 15;
            top--;
        } else {
            double center = i.start + length / 2;
            stack[top++] = (struct interval){center, i.end, i.at_center, last, i.at_end};
            stack[top] = (struct interval){i.start, center, i.at_start, first, i.at_center};
        }
    }
    return integral;
}

static struct outcome process(const struct task *task) {
    struct outcome outcome = {.number = task->number};
    double length = (task->upper - task->lower) / PANELS;
    for (int i = 0; i < PANELS; i++) {
        double start = task->lower + i * length;
        outcome.integrals[i] = integrate(task, start, start + length, &outcome.evaluations);
    }
    return outcome;
}

static void pack(const void *data, int number, MPI_Datatype type, int *position) {
    MPI_Pack(data, number, type, packed, packed_bytes, position, MPI_COMM_WORLD);
}

static void unpack(void *data, int number, MPI_Datatype type, int *position) {
    MPI_Unpack(packed, packed_bytes, position, data, number, type, MPI_COMM_WORLD);
}

static void send_task(const struct task *task, int worker, int tag) {
    int position = 0;
    pack(&task->number, 1, MPI_INT, &position);
    pack(&task->lower, 1, MPI_DOUBLE, &position);
    pack(&task->upper, 1, MPI_DOUBLE, &position);
    pack(&task->peaks, 1, MPI_INT, &position);
    pack(task->peak, 2 * task->peaks, MPI_DOUBLE, &position);
    MPI_Send(packed, position, MPI_PACKED, worker, tag, MPI_COMM_WORLD);
}

/* Receives a task, with room for all peaks; returns its tag. */
static int receive_task(struct task *task) {
    MPI_Status status;
    int position = 0;
    MPI_Recv(packed, packed_bytes, MPI_PACKED, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
    unpack(&task->number, 1, MPI_INT, &position);
    unpack(&task->lower, 1, MPI_DOUBLE, &position);
    unpack(&task->upper, 1, MPI_DOUBLE, &position);
    unpack(&task->peaks, 1, MPI_INT, &position);
    unpack(task->peak, 2 * task->peaks, MPI_DOUBLE, &position);
    return status.MPI_TAG;
}

static void send_outcome(const struct outcome *outcome) {
    int position = 0;
    pack(&outcome->number, 1, MPI_INT, &position);
    pack(&outcome->evaluations, 1, MPI_INT, &position);
    pack(outcome->integrals, PANELS, MPI_DOUBLE, &position);
    MPI_Send(packed, position, MPI_PACKED, 0, OUTCOME, MPI_COMM_WORLD);
}

/* Receives the outcome of a task; returns its worker. */
static int receive_outcome(void) {
    MPI_Status status;
    int position = 0;
    struct outcome outcome;
    MPI_Recv(packed, packed_bytes, MPI_PACKED, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
             &status);
    unpack(&outcome.number, 1, MPI_INT, &position);
    unpack(&outcome.evaluations, 1, MPI_INT, &position);
    unpack(outcome.integrals, PANELS, MPI_DOUBLE, &position);
    outcomes[outcome.number] = outcome;
    return status.MPI_SOURCE;
}

/* Sends a task, or that there are no more. */
static void send_next(int worker, int number) {
    struct task end = {.number = number};
    if (number < count) {
        send_task(&tasks[number], worker, TASK);
    } else {
        send_task(&end, worker, END);
    }
}

static void hand_out(void) {
    int next = 0;
    for (int worker = 1; worker < size; worker++) send_next(worker, next++);
    for (int done = 0; done < count; done++) send_next(receive_outcome(), next++);
}

static void work_on_tasks(void) {
    struct task task = {.peak = allocate((size_t)work, sizeof *task.peak)};
    while (receive_task(&task) != END) {
        struct outcome outcome = process(&task);
        send_outcome(&outcome);
    }
    free(task.peak);
}

void compute(void) {
    if (size == 1) {
        for (int i = 0; i < count; i++) outcomes[i] = process(&tasks[i]);
    } else if (rank == 0) {
        hand_out();
    } else {
        work_on_tasks();
    }
}

static double exact(const struct task *task) {
    double sum = 0;
    for (int i = 0; i < task->peaks; i++) {
        sum += atan((task->upper - task->peak[i].center) / task->peak[i].width);
        sum -= atan((task->lower - task->peak[i].center) / task->peak[i].width);
    }
    return sum;
}

void verify(double *value, bool *correct) {
    double sum = 0;
    *correct = true;
    for (int i = 0; i < count; i++) {
        double integral = 0;
        for (int panel = 0; panel < PANELS; panel++) integral += outcomes[i].integrals[panel];
        *correct &= fabs(integral - exact(&tasks[i])) <= TOLERANCE * tasks[i].peaks;
        sum += integral;
    }
    *value = sum;
}
