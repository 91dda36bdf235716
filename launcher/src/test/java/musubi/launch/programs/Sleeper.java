package musubi.launch.programs;

import mpi.MPI;

import musubi.bootstrap.Bootstrap;
import musubi.bootstrap.pmi.BootstrapSelector;

import java.util.concurrent.TimeUnit;

/**
 * Prints that it is ready, then sleeps. With the argument "pmi" it joins the job first; with "mpi"
 * it communicates instead of sleeping.
 */
public final class Sleeper {
    private static final long LIFE_S = 600;

    private Sleeper() {}

    public static void main(String[] arguments) throws InterruptedException {
        switch (arguments.length > 0 ? arguments[0] : "") {
            case "mpi" -> communicate();
            case "pmi" -> {
                Bootstrap bootstrap = BootstrapSelector.fromEnvironment(System.getenv());
                sleep();
                bootstrap.leave();
            }
            default -> sleep();
        }
    }

    private static void sleep() throws InterruptedException {
        System.out.println("ready " + ProcessHandle.current().pid());
        TimeUnit.SECONDS.sleep(LIFE_S);
    }

    private static void communicate() {
        MPI.Init(new String[0]);
        System.out.println("ready " + ProcessHandle.current().pid());
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIFE_S);
        int size = MPI.COMM_WORLD.getSize();
        byte[] large = new byte[1 << 18];
        byte[] others = new byte[size << 18];
        int[] numbers = new int[1 << 14];
        while (System.nanoTime() < end) {
            MPI.COMM_WORLD.bcast(large, large.length, MPI.BYTE, 0);
            MPI.COMM_WORLD.barrier();
            MPI.COMM_WORLD.allReduce(numbers, numbers.length, MPI.INT, MPI.SUM);
            MPI.COMM_WORLD.allGather(large, large.length, MPI.BYTE, others, large.length, MPI.BYTE);
            MPI.COMM_WORLD.allToAll(others.clone(), 1000, MPI.BYTE, others, 1000, MPI.BYTE);
        }
        MPI.Finalize();
    }
}
