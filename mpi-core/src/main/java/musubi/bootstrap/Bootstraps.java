package musubi.bootstrap;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.Map;

/** Finds out who started this process. */
public final class Bootstraps {
    private Bootstraps() {}

    /**
     * The bootstrap that fits the environment: of Musubi's mpiexec, of a PMI-1 server on a TCP
     * port, or a world of one when nothing tells of a process manager.
     *
     * <p>Thread rule: any thread; one bootstrap at a time and process.
     *
     * @throws MpiFailure when the process manager cannot be reached or speaks another protocol
     */
    public static Bootstrap fromEnvironment(Map<String, String> environment) {
        if (environment.containsKey(PmiBootstrap.SOCKET_VARIABLE)
                || environment.containsKey(PmiBootstrap.PORT_VARIABLE)) {
            return PmiBootstrap.open(environment);
        }
        if (environment.containsKey("PMI_FD")) {
            throw unsupported(
                    "an inherited socket, PMI_FD=" + environment.get("PMI_FD"),
                    "start the program with Musubi's mpiexec or with mpiexec.hydra -pmi-port");
        }
        if (environment.containsKey("PMIX_RANK") || environment.containsKey("PMIX_NAMESPACE")) {
            throw unsupported(
                    "PMIx only, PMIX_RANK=" + environment.get("PMIX_RANK"),
                    "start the program with Musubi's mpiexec or with srun --mpi=pmi2");
        }
        return new SingletonBootstrap();
    }

    private static MpiFailure unsupported(String what, String advice) {
        return new MpiFailure(
                ErrorClass.OTHER, "the process manager offers " + what + "; " + advice);
    }
}
