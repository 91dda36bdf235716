import mpi.Comm;
import mpi.Datatype;
import mpi.GraphParms;
import mpi.Group;
import mpi.MPI;
import mpi.Request;
import mpi.Status;

import mpjdev.*;

import java.nio.ByteBuffer;

/** What programs of MPJ Express rely on beside the standard. */
public class LibraryHabits {
    private static final int DATA = 1;
    private static final int TEXT = 2;
    private static final int DONE = 3;

    public static void main(String[] args) throws Exception {
        MPI.Init(args);
        Comm copy = (Comm) MPI.COMM_WORLD.clone();
        int me = copy.Rank();
        if (me == 0) {
            compare();
            wait(new Request[0]);
            sendBuffered();
        } else if (me == 1) {
            probe();
        }
        catchParent();
        MPI.Finalize();
    }

    private static void compare() {
        Comm self = MPI.COMM_SELF;
        System.out.println("self " + self.Size() + ", fields " + self.group.Size());
        switch (Comm.Compare(MPI.COMM_WORLD, MPI.COMM_WORLD)) {
            case MPI.IDENT -> System.out.println("identical");
            case MPI.CONGRUENT -> System.out.println("congruent");
            default -> System.out.println("different");
        }
        Group all = MPI.COMM_WORLD.Group();
        boolean similar = Group.Compare(all, all.Incl(new int[] {1, 0, 2, 3})) == MPI.SIMILAR;
        System.out.println("similar " + similar + " " + MPI.IDENT + MPI.SIMILAR + MPI.UNEQUAL);
        GraphParms parms = new GraphParms();
        parms.index = new int[] {0};
        System.out.println("index " + parms.index.length);
        all.finalize();
    }

    private static void wait(Request[] none) {
        System.out.println("some " + Request.Waitsome(none).length);
        System.out.println("tested " + Request.Testsome(none).length);
        System.out.println("any " + Request.Testany(none) + " " + Request.Waitany(none));
    }

    private static void sendBuffered() {
        MPI.Buffer_detach();
        MPI.Buffer_attach(ByteBuffer.allocateDirect(8));
        int bytes = MPI.COMM_WORLD.Pack_size(10, MPI.DOUBLE);
        MPI.Buffer_attach(ByteBuffer.allocateDirect(bytes));
        MPI.COMM_WORLD.Bsend(new double[10], 0, 10, MPI.DOUBLE, 1, DATA);
        MPI.Buffer_detach();
        MPI.Buffer_detach();
        MPI.COMM_WORLD.Send(new char[7], 0, 7, MPI.CHAR, 1, TEXT);
        Datatype[] ints = {MPI.INT, MPI.INT};
        Datatype type = Datatype.Struct(new int[] {1, 1}, new int[] {0, 2}, ints);
        type.Commit();
        MPI.COMM_WORLD.Send(new int[8], 0, 2, type, 1, DONE);
        type.finalize();
        Datatype[] bounds = {MPI.INT, MPI.UB};
        Datatype wide = Datatype.Struct(new int[] {1, 1}, new int[] {0, 6}, bounds);
        System.out.println("extents " + type.Extent() + " " + wide.Extent());
    }

    private static void probe() {
        Status status = MPI.COMM_WORLD.Probe(0, DATA);
        System.out.println("doubles " + status.count);
        MPI.COMM_WORLD.Recv(new double[10], 0, 10, MPI.DOUBLE, 0, DATA);
        status = MPI.COMM_WORLD.Probe(0, TEXT);
        System.out.println("chars " + status.count);
        MPI.COMM_WORLD.Recv(new char[7], 0, 7, MPI.CHAR, 0, TEXT);
        status = MPI.COMM_WORLD.Probe(0, DONE);
        System.out.println("ints " + status.count);
        MPI.COMM_WORLD.Recv(new int[4], 0, 4, MPI.INT, 0, DONE);
    }

    private static void catchParent() {
        try {
            MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 99, DATA);
        } catch (MPJDevException e) {
            System.out.println("refused");
        }
    }
}
