package musubi.launch.rank;

import musubi.bootstrap.Bootstrap;
import musubi.bootstrap.Bootstraps;

/**
 * The program that the build runs once under mpiexec to make the ranks' AOT cache: the classes that
 * it touches are loaded and linked from the cache later. So it does what most programs do when they
 * start.
 */
public final class Training {
    private Training() {}

    /** Starts as a rank, exchanges something with all other ranks, and leaves. */
    public static void main(String[] arguments) {
        try (Bootstrap bootstrap = Bootstraps.fromEnvironment(System.getenv())) {
            int rank = bootstrap.worldRank();
            bootstrap.put("training-" + rank, bootstrap.jobId());
            bootstrap.fence();
            String heard = bootstrap.get("training-" + (bootstrap.worldSize() - 1));
            System.out.println("rank " + rank + " of " + bootstrap.worldSize() + ": " + heard);
            bootstrap.leave();
        }
    }
}
