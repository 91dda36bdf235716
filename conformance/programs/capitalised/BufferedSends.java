import java.nio.ByteBuffer;
import mpi.*;

public class BufferedSends {
  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    int me = MPI.COMM_WORLD.Rank(), p = MPI.COMM_WORLD.Size();
    int[] data = { me, me * me };
    ByteBuffer space = ByteBuffer.allocateDirect(p * (MPI.COMM_WORLD.Pack_size(2, MPI.INT) + MPI.BSEND_OVERHEAD));
    MPI.Buffer_attach(space);
    for (int i = 0; i < p; i++) MPI.COMM_WORLD.Bsend(data, 0, 2, MPI.INT, i, 5);
    int sum = 0, squares = 0;
    for (int i = 0; i < p; i++) {
      int[] in = new int[2];
      Status s = MPI.COMM_WORLD.Recv(in, 0, 2, MPI.INT, MPI.ANY_SOURCE, 5);
      if (s.Get_count(MPI.INT) != 2) System.out.println("count " + s.Get_count(MPI.INT));
      sum += in[0];
      squares += in[1];
    }
    MPI.Buffer_detach();
    System.out.println(me + ": " + sum + " " + squares);
    MPI.Finalize();
  }
}
