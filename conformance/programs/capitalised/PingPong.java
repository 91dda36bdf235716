import mpi.*;

public class PingPong {
  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    int me = MPI.COMM_WORLD.Rank();
    byte[] buffer = new byte[4096];
    double start = MPI.Wtime();
    for (int len = 1; len <= 4096; len *= 4) {
      for (int i = 0; i < 50; i++) {
        if (me == 0) {
          buffer[len - 1] = (byte) i;
          MPI.COMM_WORLD.Send(buffer, 0, len, MPI.BYTE, 1, 10);
          MPI.COMM_WORLD.Recv(buffer, 0, len, MPI.BYTE, 1, 20);
          if (buffer[len - 1] != (byte) (i + 1)) System.out.println("lost");
        } else if (me == 1) {
          MPI.COMM_WORLD.Recv(buffer, 0, len, MPI.BYTE, 0, 10);
          buffer[len - 1]++;
          MPI.COMM_WORLD.Send(buffer, 0, len, MPI.BYTE, 0, 20);
        }
      }
      if (me == 0) System.out.println("length " + len + " done");
    }
    double stop = MPI.Wtime();
    if (stop < start) System.out.println("time goes back");
    MPI.Finalize();
  }
}
