/* IMB-RMA and IMB-EXT: accesses to windows, under lock_all or between fences. A window has a part for
 * each origin, as in OneSided.java, and in it a section for each of the my.repeated accesses that are
 * completed together: 1, or in aggregate mode the number of IMB.
 */
#include "imb.h"

enum { TARGET = 1 };
static int expected[MOST_TRANSFERS], desired[MOST_TRANSFERS], found[MOST_TRANSFERS], swapped;

static void lock_window(size_t bytes) {
    MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, my.comm, &my.base, &my.win);
    memset(my.base, 0, bytes);
    MPI_Win_lock_all(0, my.win);
    MPI_Barrier(my.comm);
}
static size_t part(void) { return (size_t)my.n * my.repeated; }
static void begin_parts(void) { lock_window(part() * my.np); }
static void begin_one(void) { lock_window(part()); }
static void begin_int(void) { swapped = 0; lock_window(sizeof(int)); }
static void end_lock(void) {
    MPI_Win_unlock_all(my.win);
    MPI_Win_free(&my.win);
}

static void put_section(int target, int k) {
    MPI_Put(my.out, my.n, MPI_BYTE, target, (MPI_Aint)(part() * my.rank) + (MPI_Aint)my.n * k, my.n,
            MPI_BYTE, my.win);
}
static void put(int target) {
    for (int k = 0; k < my.repeated; k++) put_section(target, k);
}
static void get(int target, int place) {
    for (int k = 0; k < my.repeated; k++)
        MPI_Get(my.in + part() * place + (size_t)my.n * k, my.n, MPI_BYTE, target, (MPI_Aint)my.n * k,
                my.n, MPI_BYTE, my.win);
}

static void unidir_put(void) { if (!my.rank) { put(TARGET); MPI_Win_flush(TARGET, my.win); } }
static void unidir_get(void) { if (!my.rank) { get(TARGET, 0); MPI_Win_flush(TARGET, my.win); } }
static void bidir_put(void) { put(1 - my.rank); MPI_Win_flush(1 - my.rank, my.win); }
static void bidir_get(void) { get(1 - my.rank, 0); MPI_Win_flush(1 - my.rank, my.win); }
static void put_local(void) { if (!my.rank) { put(TARGET); MPI_Win_flush_local_all(my.win); } }
static void get_local(void) { if (!my.rank) { get(TARGET, 0); MPI_Win_flush_local_all(my.win); } }

static void put_to_others(void) {
    for (int i = 0; i < my.np; i++) if (i != my.rank) put(i);
}
static void get_from_others(void) {
    for (int i = 0, place = 0; i < my.np; i++) if (i != my.rank) get(i, place++);
}
static void one_put_all(void) { if (!my.rank) put_to_others(); MPI_Win_flush_all(my.win); }
static void one_get_all(void) { if (!my.rank) get_from_others(); MPI_Win_flush_all(my.win); }
static void all_put_all(void) { put_to_others(); MPI_Win_flush_all(my.win); }
static void all_get_all(void) { get_from_others(); MPI_Win_flush_all(my.win); }
static void put_all_local(void) { if (!my.rank) put_to_others(); MPI_Win_flush_local_all(my.win); }
static void get_all_local(void) { if (!my.rank) get_from_others(); MPI_Win_flush_local_all(my.win); }
static void exchange_put(void) {
    put(my.left);
    if (my.right != my.left) put(my.right);
    MPI_Win_flush_all(my.win);
}
static void exchange_get(void) {
    get(my.left, 0);
    if (my.right != my.left) get(my.right, 1);
    MPI_Win_flush_all(my.win);
}

static void accumulate(void) {
    int count = my.n / 4;
    if (my.rank) return;
    for (int k = 0; k < my.repeated; k++)
        MPI_Accumulate(my.out, count, MPI_FLOAT, TARGET, (MPI_Aint)my.n * k, count, MPI_FLOAT, MPI_SUM,
                       my.win);
    MPI_Win_flush(TARGET, my.win);
}
static void get_accumulate(void) {
    int count = my.n / 4;
    if (my.rank) return;
    for (int k = 0; k < my.repeated; k++)
        MPI_Get_accumulate(my.out, count, MPI_FLOAT, my.in + (size_t)my.n * k, count, MPI_FLOAT, TARGET,
                           (MPI_Aint)my.n * k, count, MPI_FLOAT, MPI_SUM, my.win);
    MPI_Win_flush(TARGET, my.win);
}
static void fetch_and_op(void) {
    static const int one = 1;
    if (my.rank) return;
    for (int k = 0; k < my.repeated; k++)
        MPI_Fetch_and_op(&one, &found[k], MPI_INT, TARGET, 0, MPI_SUM, my.win);
    MPI_Win_flush(TARGET, my.win);
}
static void compare_and_swap(void) {
    if (my.rank) return;
    for (int k = 0; k < my.repeated; k++) {
        expected[k] = swapped++;
        desired[k] = swapped;
        MPI_Compare_and_swap(&desired[k], &expected[k], &found[k], MPI_INT, TARGET, 0, my.win);
    }
    MPI_Win_flush(TARGET, my.win);
}

void complete_accesses(void) { if (!my.rank) MPI_Win_flush(TARGET, my.win); }
static void passive_put(void) { if (!my.rank) put(TARGET); }

static void begin_fence(void) {
    my.base = mb_alloc(part() ? part() : 1);
    MPI_Win_create(my.base, (MPI_Aint)part(), 1, MPI_INFO_NULL, my.comm, &my.win);
    MPI_Win_fence(0, my.win);
}
static void end_fence(void) {
    MPI_Win_free(&my.win);
    free(my.base);
}
static void begin_memory(void) { my.base = mb_alloc(my.n ? my.n : 1); }
static void end_memory(void) { free(my.base); }

static void window_(void) {
    MPI_Win made;
    MPI_Win_create(my.base, my.n, 1, MPI_INFO_NULL, my.comm, &made);
    MPI_Win_fence(0, made);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, made);
    MPI_Win_free(&made);
}
static void fenced(int puts, int both) {
    int target = 1 - my.rank;
    for (int k = 0; (both || !my.rank) && k < my.repeated; k++) {
        MPI_Aint at = (MPI_Aint)my.n * k;
        if (puts) MPI_Put(my.out, my.n, MPI_BYTE, target, at, my.n, MPI_BYTE, my.win);
        else MPI_Get(my.in + at, my.n, MPI_BYTE, target, at, my.n, MPI_BYTE, my.win);
    }
    MPI_Win_fence(0, my.win);
}
static void fenced_put(void) { fenced(1, 0); }
static void fenced_get(void) { fenced(0, 0); }
static void fenced_puts(void) { fenced(1, 1); }
static void fenced_gets(void) { fenced(0, 1); }
static void fenced_accumulate(void) {
    int count = my.n / 4;
    for (int k = 0; k < my.repeated; k++)
        MPI_Accumulate(my.out, count, MPI_FLOAT, 0, (MPI_Aint)my.n * k, count, MPI_FLOAT, MPI_SUM, my.win);
    MPI_Win_fence(0, my.win);
}

#define S "RMA"
const struct definition rma[] = {
    {S, "Unidir_put", PAIR, 1, 1, unidir_put, 0, begin_parts, end_lock},
    {S, "Unidir_get", PAIR, 1, 1, unidir_get, 0, begin_one, end_lock},
    {S, "Bidir_put", PAIR, 1, 2, bidir_put, 0, begin_parts, end_lock},
    {S, "Bidir_get", PAIR, 1, 2, bidir_get, 0, begin_one, end_lock},
    {S, "One_put_all", LOOP, 1, 0, one_put_all, 0, begin_parts, end_lock},
    {S, "One_get_all", LOOP, 1, 0, one_get_all, 0, begin_one, end_lock},
    {S, "All_put_all", LOOP, 1, 0, all_put_all, 0, begin_parts, end_lock},
    {S, "All_get_all", LOOP, 1, 0, all_get_all, 0, begin_one, end_lock},
    {S, "Put_local", PAIR, 1, 1, put_local, 0, begin_parts, end_lock},
    {S, "Get_local", PAIR, 1, 1, get_local, 0, begin_one, end_lock},
    {S, "Put_all_local", LOOP, 1, 0, put_all_local, 0, begin_parts, end_lock},
    {S, "Get_all_local", LOOP, 1, 0, get_all_local, 0, begin_one, end_lock},
    {S, "Exchange_put", LOOP, 1, 4, exchange_put, 0, begin_parts, end_lock},
    {S, "Exchange_get", LOOP, 1, 4, exchange_get, 0, begin_one, end_lock},
    {S, "RMA/Accumulate", FLOAT_PAIR, 1, 1, accumulate, 0, begin_one, end_lock},
    {S, "Get_accumulate", FLOAT_PAIR, 1, 1, get_accumulate, 0, begin_one, end_lock},
    {S, "Fetch_and_op", NO_MESSAGE_PAIR, 1, 0, fetch_and_op, 0, begin_int, end_lock},
    {S, "Compare_and_swap", NO_MESSAGE_PAIR, 1, 0, compare_and_swap, 0, begin_int, end_lock},
    {S, "Truly_passive_put", OVERLAP, 1, 0, passive_put, 0, begin_parts, end_lock},
    {S, "Truly_passive_put_pure", CALLS, 1, 0, passive_put, 0, begin_parts, end_lock},
    {S, "Unidir_put" AGGREGATE, PAIR, 1, 1, unidir_put, 0, begin_parts, end_lock},
    {S, "Unidir_get" AGGREGATE, PAIR, 1, 1, unidir_get, 0, begin_one, end_lock},
    {S, "Bidir_put" AGGREGATE, PAIR, 1, 2, bidir_put, 0, begin_parts, end_lock},
    {S, "Bidir_get" AGGREGATE, PAIR, 1, 2, bidir_get, 0, begin_one, end_lock},
    {S, "Put_local" AGGREGATE, PAIR, 1, 1, put_local, 0, begin_parts, end_lock},
    {S, "Get_local" AGGREGATE, PAIR, 1, 1, get_local, 0, begin_one, end_lock},
    {S, "RMA/Accumulate" AGGREGATE, FLOAT_PAIR, 1, 1, accumulate, 0, begin_one, end_lock},
    {S, "Get_accumulate" AGGREGATE, FLOAT_PAIR, 1, 1, get_accumulate, 0, begin_one, end_lock},
    {S, "Fetch_and_op" AGGREGATE, NO_MESSAGE_PAIR, 1, 0, fetch_and_op, 0, begin_int, end_lock},
    {S, "Compare_and_swap" AGGREGATE, NO_MESSAGE_PAIR, 1, 0, compare_and_swap, 0, begin_int, end_lock},
};
const int rma_count = COUNT(rma);
#undef S
#define S "EXT"
const struct definition ext[] = {
    {S, "Window", LOOP, 1, 0, window_, 0, begin_memory, end_memory},
    {S, "EXT/Unidir_Put", PAIR, 1, 1, fenced_put, 0, begin_fence, end_fence},
    {S, "EXT/Unidir_Get", PAIR, 1, 1, fenced_get, 0, begin_fence, end_fence},
    {S, "EXT/Bidir_Put", PAIR, 1, 2, fenced_puts, 0, begin_fence, end_fence},
    {S, "EXT/Bidir_Get", PAIR, 1, 2, fenced_gets, 0, begin_fence, end_fence},
    {S, "EXT/Accumulate", FLOAT_LOOP, 1, 0, fenced_accumulate, 0, begin_fence, end_fence},
    {S, "EXT/Unidir_Put" AGGREGATE, PAIR, 1, 1, fenced_put, 0, begin_fence, end_fence},
    {S, "EXT/Unidir_Get" AGGREGATE, PAIR, 1, 1, fenced_get, 0, begin_fence, end_fence},
    {S, "EXT/Bidir_Put" AGGREGATE, PAIR, 1, 2, fenced_puts, 0, begin_fence, end_fence},
    {S, "EXT/Bidir_Get" AGGREGATE, PAIR, 1, 2, fenced_gets, 0, begin_fence, end_fence},
    {S, "EXT/Accumulate" AGGREGATE, FLOAT_LOOP, 1, 0, fenced_accumulate, 0, begin_fence, end_fence},
};
const int ext_count = COUNT(ext);
