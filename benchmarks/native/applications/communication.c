/* Measures the time in calls of MPI, through its profiling interface (MPI-4.1 section 15.2). */
#include <mpi.h>
#include <stdbool.h>

double communication_seconds;
bool communication_measured;

static double enter(void) { return communication_measured ? PMPI_Wtime() : 0; }

static int leave(double start, int result) {
    if (communication_measured) communication_seconds += PMPI_Wtime() - start;
    return result;
}

#define TIMED(name, parameters, arguments) \
    int MPI_##name parameters { double start = enter(); return leave(start, PMPI_##name arguments); }

TIMED(Barrier, (MPI_Comm comm), (comm))
TIMED(Send, (const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm),
      (data, count, type, to, tag, comm))
TIMED(Recv, (void *data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
             MPI_Status *status),
      (data, count, type, from, tag, comm, status))
TIMED(Probe, (int from, int tag, MPI_Comm comm, MPI_Status *status), (from, tag, comm, status))
TIMED(Isend, (const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request *request),
      (data, count, type, to, tag, comm, request))
TIMED(Irecv, (void *data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
              MPI_Request *request),
      (data, count, type, from, tag, comm, request))
TIMED(Wait, (MPI_Request *request, MPI_Status *status), (request, status))
TIMED(Waitall, (int count, MPI_Request *requests, MPI_Status *statuses),
      (count, requests, statuses))
TIMED(Pack, (const void *in, int count, MPI_Datatype type, void *out, int bytes, int *position,
             MPI_Comm comm),
      (in, count, type, out, bytes, position, comm))
TIMED(Unpack, (const void *in, int bytes, int *position, void *out, int count, MPI_Datatype type,
               MPI_Comm comm),
      (in, bytes, position, out, count, type, comm))
TIMED(Bcast, (void *data, int count, MPI_Datatype type, int root, MPI_Comm comm),
      (data, count, type, root, comm))
TIMED(Reduce, (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, int root,
               MPI_Comm comm),
      (in, out, count, type, op, root, comm))
TIMED(Allreduce, (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm),
      (in, out, count, type, op, comm))
TIMED(Gather, (const void *in, int count, MPI_Datatype type, void *out, int counts,
               MPI_Datatype types, int root, MPI_Comm comm),
      (in, count, type, out, counts, types, root, comm))
TIMED(Scatter, (const void *in, int count, MPI_Datatype type, void *out, int counts,
                MPI_Datatype types, int root, MPI_Comm comm),
      (in, count, type, out, counts, types, root, comm))
TIMED(Allgather, (const void *in, int count, MPI_Datatype type, void *out, int counts,
                  MPI_Datatype types, MPI_Comm comm),
      (in, count, type, out, counts, types, comm))
TIMED(Allgatherv, (const void *in, int count, MPI_Datatype type, void *out, const int *counts,
                   const int *offsets, MPI_Datatype types, MPI_Comm comm),
      (in, count, type, out, counts, offsets, types, comm))
TIMED(Alltoall, (const void *in, int count, MPI_Datatype type, void *out, int counts,
                 MPI_Datatype types, MPI_Comm comm),
      (in, count, type, out, counts, types, comm))
TIMED(Alltoallv, (const void *in, const int *in_counts, const int *in_offsets, MPI_Datatype type,
                  void *out, const int *counts, const int *offsets, MPI_Datatype types,
                  MPI_Comm comm),
      (in, in_counts, in_offsets, type, out, counts, offsets, types, comm))
