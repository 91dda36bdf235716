package misuse;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Prequest;
import mpi.Request;

import musubi.conformance.corpus.Correct;
import musubi.conformance.corpus.Erroneous;
import musubi.conformance.corpus.Kind;

import java.nio.IntBuffer;

/** Buffers that the program reads or writes while an operation uses them. */
@Kind("buffer in flight")
final class InFlight {
    private static final int LARGE = Legal.LARGE;

    private InFlight() {}

    @Erroneous(
            says = "A send buffer is changed before the wait.",
            found = {"note: ", "was changed before", "InFlight.sendBufferChanged("},
            checked = {"ERR_BUFFER", "InFlight.sendBufferChanged("})
    static void sendBufferChanged(Intracomm world, int me) {
        if (me == 0) {
            int[] data = new int[LARGE];
            Request send = world.iSend(data, LARGE, MPI.INT, 1, 0);
            data[7] = 1;
            send.waitFor();
        } else {
            world.recv(new int[LARGE], LARGE, MPI.INT, 0, 0);
        }
    }

    @Erroneous(
            says = "A short send buffer is changed before the wait (capitalised).",
            found = {"note: ", "was changed before", "InFlight.shortSendBufferChanged("},
            checked = {"ERR_BUFFER", "InFlight.shortSendBufferChanged("})
    static void shortSendBufferChanged(Intracomm world, int me) {
        if (me == 0) {
            double[] data = {1, 2};
            Request send = world.Isend(data, 0, 2, MPI.DOUBLE, 1, 0);
            data[1] = 3;
            send.Wait();
        } else {
            world.Recv(new double[2], 0, 2, MPI.DOUBLE, 0, 0);
        }
    }

    @Erroneous(
            says = "One buffer receives two messages at the same time.",
            found = {
                "note: ",
                "belongs to an operation under way",
                "InFlight.oneBufferForTwoReceives("
            },
            checked = {"ERR_BUFFER", "InFlight.oneBufferForTwoReceives("})
    static void oneBufferForTwoReceives(Intracomm world, int me) {
        if (me == 0) {
            world.send(new int[2], 2, MPI.INT, 1, 0);
            world.send(new int[2], 2, MPI.INT, 1, 1);
        } else {
            int[] data = new int[2];
            Request first = world.iRecv(data, 2, MPI.INT, 0, 0);
            Request second = world.iRecv(data, 2, MPI.INT, 0, 1);
            Request.waitAll(new Request[] {first, second});
        }
    }

    @Erroneous(
            says = "A receive buffer is sent before its receive is complete.",
            found = {"note: ", "belongs to an operation under way", "InFlight.receiveBufferSent("},
            checked = {"ERR_BUFFER", "InFlight.receiveBufferSent("})
    static void receiveBufferSent(Intracomm world, int me) {
        int[] data = new int[2];
        Request receive = world.iRecv(data, 2, MPI.INT, 1 - me, 0);
        world.send(data, 2, MPI.INT, 1 - me, 0);
        receive.waitFor();
    }

    @Erroneous(
            says = "A receive buffer is written before its receive is complete.",
            checked = {
                "the receive buffer was changed before",
                "in use by Comm.iRecv at misuse.InFlight.receiveBufferWritten("
            })
    static void receiveBufferWritten(Intracomm world, int me) {
        if (me == 0) {
            world.recv(new int[0], 0, MPI.INT, 1, 1);
            world.send(new int[] {5}, 1, MPI.INT, 1, 0);
        } else {
            int[] data = new int[1];
            Request receive = world.iRecv(data, 1, MPI.INT, 0, 0);
            data[0] = 9;
            world.send(new int[0], 0, MPI.INT, 0, 1);
            receive.waitFor();
        }
    }

    @Erroneous(
            says = "A receive buffer is read before its receive is complete.",
            missed = "reads of Java arrays leave no trace")
    static void receiveBufferRead(Intracomm world, int me) {
        if (me == 0) {
            world.recv(new int[0], 0, MPI.INT, 1, 1);
            world.send(new int[] {5}, 1, MPI.INT, 1, 0);
        } else {
            int[] data = new int[1];
            Request receive = world.iRecv(data, 1, MPI.INT, 0, 0);
            int early = data[0];
            world.send(new int[0], 0, MPI.INT, 0, 1);
            receive.waitFor();
            Legal.expect(early == 0);
        }
    }

    @Erroneous(
            says = "A buffer of a non-blocking broadcast is changed by the root.",
            found = {"note: ", "was changed before", "InFlight.broadcastBufferChanged("},
            checked = {"ERR_BUFFER", "InFlight.broadcastBufferChanged("})
    static void broadcastBufferChanged(Intracomm world, int me) {
        int[] data = new int[LARGE];
        Request broadcast = world.iBcast(data, LARGE, MPI.INT, 0);
        if (me == 0) {
            data[LARGE - 1] = 1;
        }
        broadcast.waitFor();
    }

    @Erroneous(
            says = "A send buffer of a non-blocking allreduce is changed.",
            found = {"note: ", "was changed before", "InFlight.reductionBufferChanged("},
            checked = {"ERR_BUFFER", "InFlight.reductionBufferChanged("})
    static void reductionBufferChanged(Intracomm world, int me) {
        int[] data = {1};
        Request reduction = world.iAllReduce(data, new int[1], 1, MPI.INT, MPI.SUM);
        data[0] = 2;
        reduction.waitFor();
    }

    @Erroneous(
            says = "A result of a non-blocking allreduce is sent before its wait.",
            checked = {"ERR_BUFFER", "InFlight.resultUsedTooEarly("})
    static void resultUsedTooEarly(Intracomm world, int me) {
        int[] sum = new int[1];
        Request reduction = world.iAllReduce(new int[] {1}, sum, 1, MPI.INT, MPI.SUM);
        world.sendRecv(sum, 1, MPI.INT, 1 - me, 0, new int[1], 1, MPI.INT, 1 - me, 0);
        reduction.waitFor();
    }

    @Erroneous(
            says = "Two non-blocking collectives write one buffer.",
            found = {
                "note: ",
                "belongs to an operation under way",
                "InFlight.twoCollectivesWriteOne("
            },
            checked = {"ERR_BUFFER", "InFlight.twoCollectivesWriteOne("})
    static void twoCollectivesWriteOne(Intracomm world, int me) {
        int[] data = new int[2];
        Request first = world.iAllReduce(new int[] {1}, data, 1, MPI.INT, MPI.SUM);
        Request second = world.iAllGather(new int[] {me}, 1, MPI.INT, data, 1, MPI.INT);
        Request.waitAll(new Request[] {first, second});
    }

    @Erroneous(
            says = "A buffer of a started persistent send is changed before the wait.",
            found = {"note: ", "was changed before", "InFlight.persistentBufferChanged("},
            checked = {"ERR_BUFFER", "InFlight.persistentBufferChanged("})
    static void persistentBufferChanged(Intracomm world, int me) {
        int[] data = new int[4];
        if (me == 0) {
            Prequest send = world.sendInit(data, 4, MPI.INT, 1, 0);
            for (int i = 0; i < 2; i++) {
                send.start();
                data[0] = i + 1;
                send.waitFor();
            }
            send.free();
        } else {
            world.recv(data, 4, MPI.INT, 0, 0);
            world.recv(data, 4, MPI.INT, 0, 0);
        }
    }

    @Erroneous(
            says = "A buffer of a started persistent receive is received into by another one.",
            found = {
                "note: ",
                "belongs to an operation under way",
                "InFlight.persistentReceiveAndOther("
            },
            checked = {"ERR_BUFFER", "InFlight.persistentReceiveAndOther("})
    static void persistentReceiveAndOther(Intracomm world, int me) {
        int[] data = new int[4];
        if (me == 1) {
            Prequest receive = world.Recv_init(data, 0, 4, MPI.INT, 0, 0);
            receive.Start();
            world.Recv(data, 0, 4, MPI.INT, 0, 1);
            receive.Wait();
            receive.Free();
        } else {
            world.send(data, 4, MPI.INT, 1, 1);
            world.send(data, 4, MPI.INT, 1, 0);
        }
    }

    @Erroneous(
            says = "A buffer of a started persistent broadcast is changed by the root.",
            found = {"note: ", "was changed before", "InFlight.persistentBroadcastChanged("},
            checked = {"ERR_BUFFER", "InFlight.persistentBroadcastChanged("})
    static void persistentBroadcastChanged(Intracomm world, int me) {
        int[] data = new int[4];
        Prequest broadcast = world.bcastInit(data, 4, MPI.INT, 0);
        broadcast.start();
        if (me == 0) {
            data[3] = 4;
        }
        broadcast.waitFor();
        broadcast.free();
    }

    @Erroneous(
            says = "A direct send buffer is changed before the wait.",
            found = {"note: ", "was changed before", "InFlight.directBufferChanged("},
            checked = {"ERR_BUFFER", "InFlight.directBufferChanged("})
    static void directBufferChanged(Intracomm world, int me) {
        IntBuffer data = MPI.newIntBuffer(8);
        if (me == 0) {
            Request send = world.isSend(data, 8, MPI.INT, 1, 0);
            data.put(3, 1);
            send.waitFor();
        } else {
            world.recv(data, 8, MPI.INT, 0, 0);
        }
    }

    @Erroneous(
            says = "Items of a vector type are changed before the wait of their send.",
            found = {"note: ", "was changed before", "InFlight.vectorChanged("},
            checked = {"the send buffer was changed before", "InFlight.vectorChanged("})
    static void vectorChanged(Intracomm world, int me) {
        int[] data = new int[8];
        if (me == 0) {
            Datatype column = Datatype.createVector(4, 1, 2, MPI.INT);
            column.commit();
            Request send = world.isSend(data, 1, column, 1, 0);
            data[2] = 1;
            send.waitFor();
            column.free();
        } else {
            world.recv(data, 4, MPI.INT, 0, 0);
        }
    }

    @Erroneous(
            says = "Two receives in flight write the same items of a vector type.",
            found = {
                "note: ",
                "belongs to an operation under way",
                "InFlight.vectorsReceivedTwice("
            },
            checked = {"ERR_BUFFER", ", both byte ", "InFlight.vectorsReceivedTwice("})
    static void vectorsReceivedTwice(Intracomm world, int me) {
        int[] data = new int[8];
        if (me == 0) {
            world.send(data, 4, MPI.INT, 1, 0);
            world.send(data, 4, MPI.INT, 1, 1);
        } else {
            Datatype column = Datatype.createVector(4, 1, 2, MPI.INT);
            column.commit();
            Request first = world.iRecv(data, 1, column, 0, 0);
            Request second = world.iRecv(data, 1, column, 0, 1);
            Request.waitAll(new Request[] {first, second});
            column.free();
        }
    }

    @Erroneous(
            says = "A send buffer of a non-blocking alltoallv is changed.",
            found = {"note: ", "was changed before", "InFlight.allToAllvBufferChanged("},
            checked = {"ERR_BUFFER", "InFlight.allToAllvBufferChanged("})
    static void allToAllvBufferChanged(Intracomm world, int me) {
        int[] data = new int[2];
        int[] one = {1, 1};
        int[] at = {0, 1};
        Request exchange = world.iAllToAllv(data, one, at, MPI.INT, new int[2], one, at, MPI.INT);
        data[1 - me] = 5;
        exchange.waitFor();
    }

    @Erroneous(
            says = "Elements of an array of objects are replaced before the wait of their send.",
            found = {"note: ", "was changed before", "InFlight.objectsChanged("},
            checked = {"ERR_BUFFER", "InFlight.objectsChanged("})
    static void objectsChanged(Intracomm world, int me) {
        if (me == 0) {
            Object[] data = {"one"};
            Request send = world.Isend(data, 0, 1, MPI.OBJECT, 1, 0);
            data[0] = "two";
            send.Wait();
        } else {
            world.Recv(new Object[1], 0, 1, MPI.OBJECT, 0, 0);
        }
    }

    @Erroneous(
            says = "A buffer attached for buffered sends is written.",
            checked = {"ERR_BUFFER", "InFlight.attachedBufferWritten("})
    static void attachedBufferWritten(Intracomm world, int me) {
        byte[] attached = new byte[10_000 + MPI.BSEND_OVERHEAD];
        MPI.attachBuffer(attached);
        Request in = world.iRecv(new byte[10_000], 10_000, MPI.BYTE, 1 - me, 0);
        world.bSend(new byte[8_000], 8_000, MPI.BYTE, 1 - me, 0);
        attached[3] = 9;
        in.waitFor();
        MPI.detachBuffer();
    }

    @Correct(says = "Several sends in flight share one buffer.", ranks = 3)
    static void sendsShare(Intracomm world, int me) {
        int[] data = new int[LARGE];
        if (me == 0) {
            Request first = world.iSend(data, LARGE, MPI.INT, 1, 0);
            Request second = world.iSend(data, LARGE, MPI.INT, 2, 0);
            Legal.expect(data[0] == 0);
            Request.waitAll(new Request[] {first, second});
        } else {
            world.recv(data, LARGE, MPI.INT, 0, 0);
        }
    }

    @Correct(says = "A non-blocking broadcast's root sends the data to a rank as well.")
    static void broadcastAndSend(Intracomm world, int me) {
        int[] data = new int[16];
        if (me == 0) {
            Request broadcast = world.iBcast(data, 16, MPI.INT, 0);
            world.send(data, 16, MPI.INT, 1, 0);
            broadcast.waitFor();
        } else {
            Request broadcast = world.iBcast(data, 16, MPI.INT, 0);
            world.recv(new int[16], 16, MPI.INT, 0, 0);
            broadcast.waitFor();
        }
    }

    @Correct(says = "Receives in flight into parts of one array.")
    static void partsOfOneArray(Intracomm world, int me) {
        int[] data = new int[8];
        if (me == 0) {
            world.send(data, 4, MPI.INT, 1, 0);
            world.send(data, 4, MPI.INT, 1, 1);
        } else {
            Request low = world.Irecv(data, 0, 4, MPI.INT, 0, 0);
            Request high = world.Irecv(data, 4, 4, MPI.INT, 0, 1);
            Request.waitAll(new Request[] {low, high});
        }
    }

    @Correct(says = "Other elements of an array in flight are changed.")
    static void otherElements(Intracomm world, int me) {
        int[] data = new int[8];
        if (me == 0) {
            Request send = world.isSend(data, 4, MPI.INT, 1, 0);
            data[5] = 1;
            send.waitFor();
        } else {
            Request receive = world.iRecv(data, 4, MPI.INT, 0, 0);
            data[4] = 2;
            receive.waitFor();
        }
    }

    @Correct(says = "Even columns are sent while odd ones are received, by vector types.")
    static void columnsApart(Intracomm world, int me) {
        int[] data = new int[8];
        Datatype column = Datatype.createVector(4, 1, 2, MPI.INT);
        column.commit();
        Request in = world.iRecv(MPI.slice(data, 1), 1, column, 1 - me, 0);
        Request out = world.iSend(data, 1, column, 1 - me, 0);
        Request.waitAll(new Request[] {in, out});
        column.free();
    }

    @Correct(says = "A persistent send's buffer is changed between its uses.")
    static void changedBetweenStarts(Intracomm world, int me) {
        int[] data = new int[1];
        Prequest request =
                me == 0
                        ? world.sendInit(data, 1, MPI.INT, 1, 0)
                        : world.recvInit(data, 1, MPI.INT, 0, 0);
        for (int i = 0; i < 3; i++) {
            data[0] = me == 0 ? i : -1;
            request.start();
            request.waitFor();
            Legal.expect(data[0] == i);
        }
        request.free();
    }

    @Correct(says = "A buffered send's data is changed after the call.")
    static void changedAfterBufferedSend(Intracomm world, int me) {
        int[] data = new int[4000];
        if (me == 0) {
            MPI.attachBuffer(new byte[16_000 + MPI.BSEND_OVERHEAD]);
            world.bSend(data, 4000, MPI.INT, 1, 0);
            data[0] = 1;
            MPI.detachBuffer();
        } else {
            world.recv(data, 4000, MPI.INT, 0, 0);
            Legal.expect(data[0] == 0);
        }
    }

    @Correct(says = "A send buffer is changed after a test has found the request complete.")
    static void changedAfterTest(Intracomm world, int me) {
        int[] data = new int[2];
        if (me == 0) {
            Request send = world.iSend(data, 2, MPI.INT, 1, 0);
            while (!send.test() && Legal.goesOn()) {
                Legal.pause();
            }
            data[0] = 1;
        } else {
            world.recv(data, 2, MPI.INT, 0, 0);
        }
    }
}
