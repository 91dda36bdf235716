package misuse;

import mpi.Intracomm;
import mpi.MPI;
import mpi.Message;
import mpi.Request;
import mpi.Status;

import musubi.conformance.corpus.Correct;
import musubi.conformance.corpus.Erroneous;
import musubi.conformance.corpus.Kind;

/** Messages longer than the buffers of their receives. */
@Kind("truncation")
final class Truncations {
    private Truncations() {}

    @Erroneous(
            says = "A message is longer than its receive.",
            found = {"ERR_TRUNCATE", "Truncations.blocking("})
    static void blocking(Intracomm world, int me) {
        if (me == 0) {
            world.send(new int[3], 3, MPI.INT, 1, 0);
        } else {
            world.recv(new int[2], 2, MPI.INT, 0, 0);
        }
    }

    @Erroneous(
            says = "A large message is longer than its receive (capitalised).",
            found = {"ERR_TRUNCATE", "Truncations.large("})
    static void large(Intracomm world, int me) {
        int n = Legal.LARGE;
        if (me == 0) {
            world.Send(new int[n], 0, n, MPI.INT, 1, 0);
        } else {
            world.Recv(new int[n], 0, n - 1, MPI.INT, 0, 0);
        }
    }

    @Erroneous(
            says = "A non-blocking receive is shorter than its message.",
            found = {"ERR_TRUNCATE", "Truncations.nonBlocking("})
    static void nonBlocking(Intracomm world, int me) {
        if (me == 0) {
            world.send(new int[3], 3, MPI.INT, 1, 0);
        } else {
            world.iRecv(new int[2], 2, MPI.INT, 0, 0).waitFor();
        }
    }

    @Erroneous(
            says = "One of several receives is shorter than its message.",
            found = {"ERR_IN_STATUS", "Truncations.oneOfSeveral("})
    static void oneOfSeveral(Intracomm world, int me) {
        if (me == 0) {
            world.send(new int[2], 2, MPI.INT, 1, 0);
            world.send(new int[3], 3, MPI.INT, 1, 1);
        } else {
            Request.waitAll(
                    new Request[] {
                        world.iRecv(new int[2], 2, MPI.INT, 0, 0),
                        world.iRecv(new int[2], 2, MPI.INT, 0, 1)
                    });
        }
    }

    @Erroneous(
            says = "A wildcard receive gets a message that is too long.",
            ranks = 3,
            found = {"ERR_TRUNCATE", "Truncations.wildcard("})
    static void wildcard(Intracomm world, int me) {
        if (me != 0) {
            world.send(new int[me], me, MPI.INT, 0, 0);
        } else {
            world.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 0);
            world.recv(new int[1], 1, MPI.INT, MPI.ANY_SOURCE, 0);
        }
    }

    @Erroneous(
            says = "Sendrecv receives less than the partner sends.",
            found = {"ERR_TRUNCATE", "Truncations.sendrecv("})
    static void sendrecv(Intracomm world, int me) {
        world.sendRecv(new int[2], 2, MPI.INT, 1 - me, 0, new int[1], 1, MPI.INT, 1 - me, 0);
    }

    @Erroneous(
            says = "A matched receive is shorter than its message.",
            found = {"ERR_TRUNCATE", "Truncations.matched("})
    static void matched(Intracomm world, int me) {
        if (me == 0) {
            world.send(new int[2], 2, MPI.INT, 1, 0);
        } else {
            Message message = new Message();
            message.mProbe(0, 0, world);
            message.mRecv(new int[1], 1, MPI.INT);
        }
    }

    @Erroneous(
            says = "A message with objects has more of them than its receive.",
            found = {"ERR_TRUNCATE", "Truncations.objects("})
    static void objects(Intracomm world, int me) {
        if (me == 0) {
            world.Send(new Object[] {"a", "b"}, 0, 2, MPI.OBJECT, 1, 0);
        } else {
            world.Recv(new Object[1], 0, 1, MPI.OBJECT, 0, 0);
        }
    }

    @Erroneous(
            says = "A message from a rank to itself is longer than its receive.",
            ranks = 1,
            found = {"ERR_TRUNCATE", "Truncations.toItself("})
    static void toItself(Intracomm world, int me) {
        Request in = world.iRecv(new int[1], 1, MPI.INT, 0, 0);
        world.send(new int[2], 2, MPI.INT, 0, 0);
        in.waitFor();
    }

    @Correct(says = "A message is shorter than its receive.")
    static void shorter(Intracomm world, int me) {
        if (me == 0) {
            world.send(new int[2], 2, MPI.INT, 1, 0);
        } else {
            Status status = world.recv(new int[9], 9, MPI.INT, 0, 0);
            Legal.expect(status.getCount(MPI.INT) == 2);
        }
    }

    @Correct(says = "A probe finds the length of the message, which is then received.")
    static void probed(Intracomm world, int me) {
        if (me == 0) {
            world.Send(new double[5], 0, 5, MPI.DOUBLE, 1, 0);
        } else {
            int count = world.Probe(0, 0).Get_count(MPI.DOUBLE);
            world.Recv(new double[count], 0, count, MPI.DOUBLE, 0, 0);
        }
    }

    @Correct(says = "A message of count 0 for a receive of count 0.")
    static void nothing(Intracomm world, int me) {
        if (me == 0) {
            world.send(null, 0, MPI.INT, 1, 0);
        } else {
            world.recv(null, 0, MPI.INT, 0, 0);
        }
    }
}
