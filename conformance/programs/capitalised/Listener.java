import mpi.*;

/* A thread serves requests while the main thread makes some: two threads call MPI at once. */
public class Listener extends Thread {
  static final int ASK = 1, ANSWER = 2, ROUNDS = 500;
  static int served;

  public void run() {
    int open = MPI.COMM_WORLD.Size();
    while (open > 0) {
      int[] question = new int[1];
      Status s = MPI.COMM_WORLD.Recv(question, 0, 1, MPI.INT, MPI.ANY_SOURCE, ASK);
      if (question[0] < 0) { open--; continue; }
      served++;
      MPI.COMM_WORLD.Send(new int[] { question[0] * 2 }, 0, 1, MPI.INT, s.source, ANSWER);
    }
  }

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int me = MPI.COMM_WORLD.Rank(), p = MPI.COMM_WORLD.Size();
    Listener listener = new Listener();
    listener.start();
    int wrong = 0;
    for (int i = 0; i < ROUNDS; i++) {
      int peer = (me + i) % p;
      MPI.COMM_WORLD.Send(new int[] { i }, 0, 1, MPI.INT, peer, ASK);
      int[] answer = new int[1];
      MPI.COMM_WORLD.Recv(answer, 0, 1, MPI.INT, peer, ANSWER);
      if (answer[0] != 2 * i) wrong++;
    }
    for (int i = 0; i < p; i++) MPI.COMM_WORLD.Send(new int[] { -1 }, 0, 1, MPI.INT, i, ASK);
    listener.join();
    System.out.println(me + " served " + served + " wrong " + wrong);
    MPI.Finalize();
  }
}
