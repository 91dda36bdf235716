import mpi.*;
import java.nio.*;
import java.util.*;

/** Datatypes that describe memory: of arrays and buffers of other types, and before a slice. */
class AnyMemory {
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Intracomm world = MPI.COMM_WORLD;
        int rank = world.getRank();
        int size = world.getSize();
        int right = (rank + 1) % size;
        int left = (rank + size - 1) % size;
        StringBuilder line = new StringBuilder("rank " + rank + ":");

        // int[] as bytes into double[] as bytes: native order.
        double[] pi = new double[1];
        long bits = Double.doubleToRawLongBits(Math.PI + rank);
        int[] halves = new int[2];
        boolean little = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;
        halves[little ? 0 : 1] = (int) bits;
        halves[little ? 1 : 0] = (int) (bits >>> 32);
        Status status =
                world.sendRecv(halves, 8, MPI.BYTE, right, 1, pi, 8, MPI.BYTE, left, 1);
        line.append(" ").append(pi[0] - Math.PI).append(" ").append(status.getCount(MPI.BYTE));

        // double[] as LONG, received by a LongBuffer after a probe.
        Request sent = world.iSend(MPI.slice(new double[] {1.5, rank}, 0), 2, MPI.LONG, right, 2);
        Status probed = world.probe(left, 2);
        LongBuffer longs = MPI.newLongBuffer(2);
        Request got = world.iRecv(longs, probed.getCount(MPI.LONG), MPI.LONG, left, 2);
        Request.waitAll(new Request[] {sent, got});
        line.append(" ").append(Double.longBitsToDouble(longs.get(1)));

        // 5 bytes out of an int[] into a CharBuffer: the rest stays.
        CharBuffer chars = MPI.newCharBuffer(3);
        chars.put(2, '\uffff');
        int[] text = {little ? 'b' << 16 | 'a' : 'a' << 16 | 'b', -1};
        Prequest out = world.sendInit(IntBuffer.wrap(text), 5, MPI.BYTE, right, 3);
        Prequest in = world.recvInit(chars, 5, MPI.BYTE, left, 3);
        Prequest.startAll(new Prequest[] {in, out});
        Request.waitAll(new Request[] {in, out});
        in.free();
        out.free();
        line.append(" ").append(chars.get(0)).append(chars.get(1)).append(" ").append((int) chars.get(2));

        // Reduction by the datatype, not by the array.
        long[] four = {0, 0};
        short[] sums = new short[8];
        for (int i = 0; i < 4; i++) {
            four[0] |= (long) (rank + i) << (16 * (little ? i : 3 - i));
        }
        world.allReduce(four, sums, 4, MPI.SHORT, MPI.SUM);
        line.append(" ").append(Arrays.toString(Arrays.copyOf(sums, 4)));
        float[] place = {Float.intBitsToFloat(rank), 0};
        world.reduce(place, 1, MPI.INT, MPI.MAX, 0);
        if (rank == 0) {
            line.append(" ").append(Float.floatToRawIntBits(place[0]));
        }

        // Blocks that start within the elements of an array.
        int[] row = new int[3 * size];
        int[] counts = new int[size];
        int[] places = new int[size];
        for (int i = 0; i < size; i++) {
            counts[i] = 3;
            places[i] = 3 * i;
        }
        int[] mine = {0x01010101 * (rank + 1)};
        world.allGatherv(mine, 3, MPI.BYTE, row, counts, places, MPI.BYTE);
        line.append(" ").append(Integer.toHexString(row[0])).append(Integer.toHexString(row[2]));
        int[] all = new int[3 * size];
        world.allGather(mine, 3, MPI.BYTE, all, 3, MPI.BYTE);
        line.append(Arrays.equals(row, all));
        int[] exchanged = new int[3 * size];
        world.allToAll(row, 3, MPI.BYTE, exchanged, 3, MPI.BYTE);
        line.append(" ").append(Integer.toHexString(exchanged[1]));
        char[] word = new char[4];
        if (rank == 1) {
            word = "bits".toCharArray();
        }
        world.bcast(word, 1, MPI.DOUBLE, 1);
        line.append(" ").append(word);
        CartComm ring = world.createCart(new int[] {size}, new boolean[] {true}, false);
        int[] both = {-1, -1};
        ring.neighborAllGather(mine, 3, MPI.BYTE, both, 3, MPI.BYTE);
        line.append(" ").append(Integer.toHexString(both[0])).append(Integer.toHexString(both[1]));
        ring.free();

        // Packing.
        byte[] packed = new byte[8];
        int end = world.pack(new double[] {2.5}, 2, MPI.INT, packed, 0);
        float[] unpacked = new float[2];
        world.unpack(packed, 0, unpacked, 8, MPI.BYTE);
        line.append(" ").append(end).append(" ").append(Float.floatToRawIntBits(unpacked[little ? 1 : 0]) >>> 16 == 0x4004);
        // A short buffered send needs no attached buffer.
        world.bSend(new int[] {rank}, 1, MPI.INT, right, 4);
        int[] one = new int[1];
        world.recv(one, 1, MPI.INT, left, 4);
        line.append(" ").append(one[0]);

        // Every second int, backwards from the slice: 6, 4, 2.
        Datatype back = Datatype.createHVector(3, 1, -8, MPI.INT);
        back.commit();
        IntBuffer data = MPI.newIntBuffer(8);
        for (int i = 0; i < 8; i++) {
            data.put(i, 10 * rank + i);
        }
        int[] three = new int[3];
        sent = world.iSend(MPI.slice(data, 6), 1, back, (rank + 1) % size, 0);
        world.recv(three, 3, MPI.INT, (rank + size - 1) % size, 0);
        sent.waitFor();
        line.append(",");
        for (int value : three) {
            line.append(" ").append(value);
        }

        // Into the memory before a slice of a slice.
        ByteBuffer bytes = MPI.newByteBuffer(64);
        ByteBuffer tail = MPI.slice(MPI.slice(bytes, 16), 40);
        in = world.recvInit(tail, 1, back, rank, 1);
        in.start();
        world.send(new int[] {7, 8, 9}, 3, MPI.INT, rank, 1);
        in.waitFor();
        in.free();
        line.append(",");
        for (int at = 40; at <= 56; at += 8) {
            line.append(" ").append(bytes.getInt(at));
        }

        // Collectives: a broadcast, and blocks at negative displacements.
        if (rank == 0) {
            data.put(0, 90).put(2, 92).put(4, 94);
        }
        world.bcast(MPI.slice(data, 4), 1, back, 0);
        line.append(", ").append(data.get(0) + data.get(2) + data.get(4));
        for (int i = 0; i < size; i++) {
            counts[i] = 1;
            places[i] = -1 - i;
        }
        IntBuffer ranks = MPI.newIntBuffer(size);
        world.allGatherv(new int[] {rank}, 1, MPI.INT, MPI.slice(ranks, size - 1).slice(1, 0), counts, places, MPI.INT);
        line.append(",");
        for (int i = 0; i < size; i++) {
            line.append(" ").append(ranks.get(i));
        }

        // Nothing before the parent.
        world.setErrhandler(MPI.ERRORS_RETURN);
        try {
            world.send(MPI.slice(data, 3), 1, back, MPI.PROC_NULL, 0);
        } catch (MPIException e) {
            line.append(", ").append(e.getErrorClass() == MPI.ERR_BUFFER);
        }
        back.free();
        System.out.println(line);
        MPI.Finalize();
    }
}
