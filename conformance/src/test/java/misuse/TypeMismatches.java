package misuse;

import mpi.Datatype;
import mpi.Intracomm;
import mpi.MPI;
import mpi.Message;
import mpi.Prequest;
import mpi.Status;

import musubi.conformance.corpus.Correct;
import musubi.conformance.corpus.Erroneous;
import musubi.conformance.corpus.Kind;

import java.nio.ByteBuffer;

/** Messages whose type signature differs from that of their receive. */
@Kind("type mismatch")
final class TypeMismatches {
    private static final String NOTED = "receives a message of";

    private TypeMismatches() {}

    @Erroneous(
            says = "Ints are received as floats.",
            found = {"note: ", NOTED, "TypeMismatches.intsAsFloats("},
            checked = {"ERR_TYPE", "TypeMismatches.intsAsFloats("})
    static void intsAsFloats(Intracomm world, int me) {
        if (me == 0) {
            world.send(new int[4], 4, MPI.INT, 1, 0);
        } else {
            world.recv(new float[4], 4, MPI.FLOAT, 0, 0);
        }
    }

    @Erroneous(
            says = "A double is received as a long (capitalised).",
            found = {"note: ", NOTED, "TypeMismatches.doubleAsLong("},
            checked = {"ERR_TYPE", "TypeMismatches.doubleAsLong("})
    static void doubleAsLong(Intracomm world, int me) {
        if (me == 0) {
            world.Send(new double[1], 0, 1, MPI.DOUBLE, 1, 0);
        } else {
            world.Recv(new long[1], 0, 1, MPI.LONG, 0, 0);
        }
    }

    @Erroneous(
            says = "A double is received as two ints.",
            found = {"note: ", NOTED, "TypeMismatches.doubleAsInts("},
            checked = {"ERR_TYPE", "TypeMismatches.doubleAsInts("})
    static void doubleAsInts(Intracomm world, int me) {
        if (me == 0) {
            world.send(new double[1], 1, MPI.DOUBLE, 1, 0);
        } else {
            world.recv(new int[2], 2, MPI.INT, 0, 0);
        }
    }

    @Erroneous(
            says = "Ints are received as bytes.",
            found = {"note: ", NOTED, "TypeMismatches.intsAsBytes("},
            checked = {"ERR_TYPE", "TypeMismatches.intsAsBytes("})
    static void intsAsBytes(Intracomm world, int me) {
        if (me == 0) {
            world.send(new int[2], 2, MPI.INT, 1, 0);
        } else {
            world.recv(new byte[8], 8, MPI.BYTE, 0, 0);
        }
    }

    @Erroneous(
            says = "Chars are received as shorts.",
            found = {"note: ", NOTED, "TypeMismatches.charsAsShorts("},
            checked = {"ERR_TYPE", "TypeMismatches.charsAsShorts("})
    static void charsAsShorts(Intracomm world, int me) {
        if (me == 0) {
            world.Send(new char[2], 0, 2, MPI.CHAR, 1, 0);
        } else {
            world.Recv(new short[2], 0, 2, MPI.SHORT, 0, 0);
        }
    }

    @Erroneous(
            says = "A non-blocking receive names another type than the message.",
            found = {"note: ", NOTED, "TypeMismatches.nonBlocking("},
            checked = {"ERR_TYPE", "TypeMismatches.nonBlocking("})
    static void nonBlocking(Intracomm world, int me) {
        if (me == 0) {
            world.iSend(new long[1], 1, MPI.LONG, 1, 0).waitFor();
        } else {
            world.iRecv(new double[1], 1, MPI.DOUBLE, 0, 0).waitFor();
        }
    }

    @Erroneous(
            says = "A persistent receive names another type than the message.",
            found = {"note: ", NOTED, "TypeMismatches.persistent("},
            checked = {"ERR_TYPE", "TypeMismatches.persistent("})
    static void persistent(Intracomm world, int me) {
        if (me == 0) {
            world.send(new long[1], 1, MPI.LONG, 1, 0);
        } else {
            Prequest receive = world.recvInit(new double[1], 1, MPI.DOUBLE, 0, 0);
            receive.start();
            receive.waitFor();
            receive.free();
        }
    }

    @Erroneous(
            says = "A matched receive names another type than the message.",
            found = {"note: ", NOTED, "TypeMismatches.matched("},
            checked = {"ERR_TYPE", "TypeMismatches.matched("})
    static void matched(Intracomm world, int me) {
        if (me == 0) {
            world.send(new int[1], 1, MPI.INT, 1, 0);
        } else {
            Message message = new Message();
            message.mProbe(0, 0, world);
            message.mRecv(new float[1], 1, MPI.FLOAT);
        }
    }

    @Erroneous(
            says = "Sendrecv receives another type than the partner sends.",
            found = {"note: ", NOTED, "TypeMismatches.sendrecv("},
            checked = {"ERR_TYPE", "TypeMismatches.sendrecv("})
    static void sendrecv(Intracomm world, int me) {
        world.sendRecv(new int[1], 1, MPI.INT, 1 - me, 0, new float[1], 1, MPI.FLOAT, 1 - me, 0);
    }

    @Erroneous(
            says = "A large message is received as another type.",
            found = {"note: ", NOTED, "TypeMismatches.large("},
            checked = {"ERR_TYPE", "TypeMismatches.large("})
    static void large(Intracomm world, int me) {
        int n = Legal.LARGE;
        if (me == 0) {
            world.send(new int[n], n, MPI.INT, 1, 0);
        } else {
            world.recv(new float[n], n, MPI.FLOAT, 0, 0);
        }
    }

    @Erroneous(
            says = "A struct of int and double is received as double and int.",
            checked = {"ERR_TYPE", "TypeMismatches.structInOtherOrder("})
    static void structInOtherOrder(Intracomm world, int me) {
        Datatype type =
                me == 0
                        ? struct(new int[] {0, 8}, MPI.INT, MPI.DOUBLE)
                        : struct(new int[] {0, 8}, MPI.DOUBLE, MPI.INT);
        ByteBuffer data = MPI.newByteBuffer(16);
        if (me == 0) {
            world.send(data, 1, type, 1, 0);
        } else {
            world.recv(data, 1, type, 0, 0);
        }
        type.free();
    }

    @Erroneous(
            says = "A struct is received as bytes of its extent.",
            found = {"note: ", NOTED, "TypeMismatches.structAsBytes("},
            checked = {"ERR_TYPE", "TypeMismatches.structAsBytes("})
    static void structAsBytes(Intracomm world, int me) {
        ByteBuffer data = MPI.newByteBuffer(16);
        if (me == 0) {
            Datatype type = struct(new int[] {0, 8}, MPI.INT, MPI.DOUBLE);
            world.send(data, 1, type, 1, 0);
            type.free();
        } else {
            world.recv(data, 16, MPI.BYTE, 0, 0);
        }
    }

    @Erroneous(
            says = "Complex numbers are received as doubles.",
            found = {"note: ", NOTED, "TypeMismatches.complexAsDoubles("},
            checked = {"ERR_TYPE", "sent=MPI.DOUBLE_COMPLEX", "TypeMismatches.complexAsDoubles("})
    static void complexAsDoubles(Intracomm world, int me) {
        if (me == 0) {
            world.send(new double[4], 2, MPI.DOUBLE_COMPLEX, 1, 0);
        } else {
            world.recv(new double[4], 4, MPI.DOUBLE, 0, 0);
        }
    }

    @Erroneous(
            says = "Objects are received as bytes (capitalised).",
            found = {"ERR_TYPE", "TypeMismatches.objectsAsBytes("})
    static void objectsAsBytes(Intracomm world, int me) {
        if (me == 0) {
            world.Send(new Object[] {"text"}, 0, 1, MPI.OBJECT, 1, 0);
        } else {
            world.Recv(new byte[1000], 0, 1000, MPI.BYTE, 0, 0);
        }
    }

    @Erroneous(
            says = "Ints are received as objects (capitalised).",
            found = {"ERR_TYPE", "TypeMismatches.intsAsObjects("})
    static void intsAsObjects(Intracomm world, int me) {
        if (me == 0) {
            world.Send(new int[4], 0, 4, MPI.INT, 1, 0);
        } else {
            world.Recv(new Object[4], 0, 4, MPI.OBJECT, 0, 0);
        }
    }

    @Erroneous(
            says = "A packed int is received as a float.",
            missed = "packed data carries no types")
    static void packedIntAsFloat(Intracomm world, int me) {
        if (me == 0) {
            byte[] packed = new byte[4];
            world.pack(new int[] {7}, 1, MPI.INT, packed, 0);
            world.send(packed, 4, MPI.PACKED, 1, 0);
        } else {
            world.recv(new float[1], 1, MPI.FLOAT, 0, 0);
        }
    }

    @Erroneous(
            says = "A packed int is unpacked as a float.",
            checked = {"ERR_TYPE", "packed as another type", "TypeMismatches.unpackedAsFloat("})
    static void unpackedAsFloat(Intracomm world, int me) {
        byte[] packed = new byte[4];
        if (me == 0) {
            world.pack(new int[] {7}, 1, MPI.INT, packed, 0);
            world.send(packed, 4, MPI.PACKED, 1, 0);
        } else {
            world.recv(packed, 4, MPI.PACKED, 0, 0);
            world.unpack(packed, 0, new float[1], 1, MPI.FLOAT);
        }
    }

    @Erroneous(
            says = "Pairs for MAXLOC are received as doubles.",
            found = {"note: ", NOTED, "TypeMismatches.pairsAsDoubles("},
            checked = {"ERR_TYPE", "TypeMismatches.pairsAsDoubles("})
    static void pairsAsDoubles(Intracomm world, int me) {
        if (me == 0) {
            world.send(MPI.newByteBuffer(16), 1, MPI.DOUBLE_INT, 1, 0);
        } else {
            world.recv(new double[2], 2, MPI.DOUBLE, 0, 0);
        }
    }

    @Erroneous(
            says = "An array of doubles is sent as ints (capitalised).",
            ranks = 1,
            found = {"ERR_TYPE", "TypeMismatches.arrayOfOtherType("})
    static void arrayOfOtherType(Intracomm world, int me) {
        world.Sendrecv(new double[2], 0, 2, MPI.INT, 0, 0, new int[2], 0, 2, MPI.INT, 0, 0);
    }

    @Erroneous(
            says = "A datatype without commit is used.",
            ranks = 1,
            found = {"ERR_TYPE", "TypeMismatches.uncommitted("})
    static void uncommitted(Intracomm world, int me) {
        Datatype pair = Datatype.createContiguous(2, MPI.INT);
        world.sendRecv(new int[2], 1, pair, 0, 0, new int[2], 1, pair, 0, 0);
        pair.free();
    }

    private static Datatype struct(int[] at, Datatype... parts) {
        Datatype type = Datatype.createStruct(new int[] {1, 1}, at, parts);
        type.commit();
        return type;
    }

    @Correct(says = "Packed data is received as its types.")
    static void packedAsTyped(Intracomm world, int me) {
        if (me == 0) {
            byte[] packed = new byte[8];
            world.pack(new int[] {3, 4}, 2, MPI.INT, packed, 0);
            world.send(packed, 8, MPI.PACKED, 1, 0);
        } else {
            int[] in = new int[2];
            world.recv(in, 2, MPI.INT, 0, 0);
            Legal.expect(in[1] == 4);
        }
    }

    @Correct(says = "Typed data is received as packed, and unpacked.")
    static void typedAsPacked(Intracomm world, int me) {
        if (me == 0) {
            world.send(new int[] {3}, 1, MPI.INT, 1, 0);
        } else {
            byte[] packed = new byte[4];
            int[] in = new int[1];
            world.recv(packed, 4, MPI.PACKED, 0, 0);
            world.unpack(packed, 0, in, 1, MPI.INT);
            Legal.expect(in[0] == 3);
        }
    }

    @Correct(says = "A vector of ints is received as contiguous ints.")
    static void vectorAsInts(Intracomm world, int me) {
        if (me == 0) {
            Datatype column = Datatype.createVector(3, 1, 2, MPI.INT);
            column.commit();
            world.send(new int[6], 1, column, 1, 0);
            column.free();
        } else {
            world.recv(new int[3], 3, MPI.INT, 0, 0);
        }
    }

    @Correct(says = "A struct with gaps is received as one without.")
    static void structsOfOneSignature(Intracomm world, int me) {
        Datatype type = struct(new int[] {0, me == 0 ? 8 : 4}, MPI.INT, MPI.DOUBLE);
        ByteBuffer data = MPI.newByteBuffer(16);
        if (me == 0) {
            world.send(data, 1, type, 1, 0);
        } else {
            world.recv(data, 1, type, 0, 0);
        }
        type.free();
    }

    @Correct(says = "An array of ints is sent as bytes and received as bytes.")
    static void bytesOfInts(Intracomm world, int me) {
        if (me == 0) {
            world.send(new int[2], 8, MPI.BYTE, 1, 0);
        } else {
            world.recv(new int[2], 8, MPI.BYTE, 0, 0);
        }
    }

    @Correct(says = "A message of count 0 of another type than its receive.")
    static void nothingOfOtherType(Intracomm world, int me) {
        if (me == 0) {
            world.send(new int[0], 0, MPI.INT, 1, 0);
        } else {
            world.recv(new double[1], 1, MPI.DOUBLE, 0, 0);
        }
    }

    @Correct(says = "A message shorter than its receive of the same struct.")
    static void partOfReceive(Intracomm world, int me) {
        Datatype type = struct(new int[] {0, 8}, MPI.INT, MPI.DOUBLE);
        ByteBuffer data = MPI.newByteBuffer(48);
        if (me == 0) {
            world.send(data, 1, type, 1, 0);
        } else {
            Status status = world.recv(data, 3, type, 0, 0);
            Legal.expect(status.getCount(type) == 1);
        }
        type.free();
    }

    @Correct(says = "The dialects mixed on the two sides of a message.")
    static void dialectsMixed(Intracomm world, int me) {
        if (me == 0) {
            world.Send(new int[] {0, 8}, 1, 1, MPI.INT, 1, 0);
        } else {
            int[] in = new int[1];
            world.recv(in, 1, MPI.INT, 0, 0);
            Legal.expect(in[0] == 8);
        }
    }

    @Correct(says = "A copy of a type and a type of its own match.")
    static void copyOfType(Intracomm world, int me) {
        Datatype copy = MPI.DOUBLE.dup();
        if (me == 0) {
            world.send(new double[2], 2, copy, 1, 0);
        } else {
            world.recv(new double[2], 2, MPI.DOUBLE, 0, 0);
        }
        copy.free();
    }

    @Correct(says = "Objects in both dialects.")
    static void objects(Intracomm world, int me) {
        Object[] data = {"text", null};
        if (me == 0) {
            world.Send(data, 0, 2, MPI.OBJECT, 1, 0);
        } else {
            world.Recv(data, 0, 2, MPI.OBJECT, 0, 0);
            Legal.expect("text".equals(data[0]));
        }
    }
}
