import java.io.*;
import java.util.*;
import mpi.*;

public class ObjectsAround {
  static class Person implements Serializable {
    String name; int age; List<String> tags = new ArrayList<String>();
    Person(String name, int age) { this.name = name; this.age = age; }
    public String toString() { return name + "(" + age + ")" + tags; }
  }

  static int created; // private to each rank

  public static void main(String[] args) throws Exception {
    MPI.Init(args);
    int rank = MPI.COMM_WORLD.Rank(), size = MPI.COMM_WORLD.Size();
    Person p = new Person("p" + rank, 20 + rank);
    created++;
    p.tags.add("from " + rank);
    Object[] out = { p }, in = new Object[1];
    Request r = MPI.COMM_WORLD.Isend(out, 0, 1, MPI.OBJECT, (rank + 1) % size, 0);
    MPI.COMM_WORLD.Recv(in, 0, 1, MPI.OBJECT, (rank - 1 + size) % size, 0);
    r.Wait();
    Person got = (Person) in[0];
    System.out.println(rank + " got " + got + " created " + created);
    Object[] people = new Object[size];
    MPI.COMM_WORLD.Gather(out, 0, 1, MPI.OBJECT, people, 0, 1, MPI.OBJECT, 0);
    if (rank == 0) System.out.println(Arrays.toString(people));
    MPI.Finalize();
  }
}
