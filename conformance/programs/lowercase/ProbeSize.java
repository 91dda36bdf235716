import mpi.*;

public class ProbeSize {
    public static void main(String[] args) throws MPIException {
        MPI.Init(args);
        Comm comm = MPI.COMM_WORLD;
        int me = comm.getRank(), np = comm.getSize();
        if (me != 0) {
            float[] data = new float[me * 10];
            for (int i = 0; i < data.length; i++) data[i] = me;
            comm.send(data, data.length, MPI.FLOAT, 0, me);
        } else {
            for (int i = 1; i < np; i++) {
                Status s = comm.probe(MPI.ANY_SOURCE, MPI.ANY_TAG);
                int n = s.getCount(MPI.FLOAT);
                float[] data = new float[n];
                comm.recv(data, n, MPI.FLOAT, s.getSource(), s.getTag());
                float sum = 0;
                for (float f : data) sum += f;
                System.out.println("from " + s.getSource() + ": " + n + " floats, sum " + sum);
            }
        }
        MPI.Finalize();
    }
}
