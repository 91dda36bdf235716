import mpi.*;

public class TokenRing {
  public static void main(String[] args) throws MPIException {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank(), size = MPI.COMM_WORLD.Size();
    int[] token = new int[1];
    if (rank == 0) {
      token[0] = 100;
      MPI.COMM_WORLD.Send(token, 0, 1, MPI.INT, 1 % size, 99);
      Status st = MPI.COMM_WORLD.Recv(token, 0, 1, MPI.INT, size - 1, 99);
      System.out.println("Token back with " + token[0] + " from " + st.source + " tag " + st.tag);
    } else {
      MPI.COMM_WORLD.Recv(token, 0, 1, MPI.INT, rank - 1, 99);
      token[0] += rank;
      MPI.COMM_WORLD.Send(token, 0, 1, MPI.INT, (rank + 1) % size, 99);
    }
    MPI.Finalize();
  }
}
