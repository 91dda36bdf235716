package musubi.launch.programs;

import musubi.bootstrap.Bootstrap;
import musubi.bootstrap.Bootstraps;

import java.util.concurrent.TimeUnit;

/** Says that it is ready, then sleeps; with the argument "pmi" it is inside MPI meanwhile. */
public final class Sleeper {
    private Sleeper() {}

    public static void main(String[] arguments) throws InterruptedException {
        boolean inside = arguments.length > 0 && arguments[0].equals("pmi");
        Bootstrap bootstrap = inside ? Bootstraps.fromEnvironment(System.getenv()) : null;
        System.out.println("ready " + ProcessHandle.current().pid());
        TimeUnit.SECONDS.sleep(60);
        if (bootstrap != null) {
            bootstrap.leave();
        }
    }
}
