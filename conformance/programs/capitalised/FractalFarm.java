import mpi.*;
import java.io.Serializable;

public class FractalFarm {
  static class Task implements Serializable { int row; Task(int r) { row = r; } }
  static class Result implements Serializable { int row; int[] pixels; int worker; }

  static int[] compute(int row) {
    int[] px = new int[50];
    for (int c = 0; c < 50; c++) {
      double zr = 0, zi = 0;
      int k = 0;
      for (; k < 80 && zr * zr + zi * zi < 4; k++) {
        double t = zr * zr - zi * zi + (c - 35) / 17.0;
        zi = 2 * zr * zi + (row - 15) / 15.0;
        zr = t;
      }
      px[c] = k;
    }
    return px;
  }

  public static void main(String[] args) {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank(), size = MPI.COMM_WORLD.Size(), rows = 30;
    Object[] box = new Object[1];
    if (rank == 0) {
      int sent = 0;
      int[][] image = new int[rows][];
      for (int w = 1; w < size; w++) {
        box[0] = new Task(sent++);
        MPI.COMM_WORLD.Send(box, 0, 1, MPI.OBJECT, w, 0);
      }
      for (int got = 0; got < rows; got++) {
        Object[] in = new Object[1];
        Status s = MPI.COMM_WORLD.Recv(in, 0, 1, MPI.OBJECT, MPI.ANY_SOURCE, 1);
        Result r = (Result) in[0];
        if (r.worker != s.source) System.out.println("wrong source");
        image[r.row] = r.pixels;
        box[0] = new Task(sent < rows ? sent : -1);
        sent++;
        MPI.COMM_WORLD.Send(box, 0, 1, MPI.OBJECT, s.source, 0);
      }
      boolean same = true;
      for (int y = 0; y < rows; y++) same &= java.util.Arrays.equals(image[y], compute(y));
      System.out.println("image right: " + same);
    } else {
      while (true) {
        MPI.COMM_WORLD.Recv(box, 0, 1, MPI.OBJECT, 0, 0);
        int row = ((Task) box[0]).row;
        if (row < 0) break;
        Result r = new Result();
        r.row = row; r.pixels = compute(row); r.worker = rank;
        MPI.COMM_WORLD.Send(new Object[] { r }, 0, 1, MPI.OBJECT, 0, 1);
      }
    }
    MPI.Finalize();
  }
}
