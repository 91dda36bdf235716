package musubi.bootstrap.pmi;

import musubi.bootstrap.Bootstrap;
import musubi.bootstrap.local.SingletonBootstrap;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.region.AddressSpace;

import java.util.Map;

/** Finds out who started this process. */
public final class BootstrapSelector {
    private BootstrapSelector() {}

    /**
     * The bootstrap that fits the environment: of Musubi's mpiexec, of another PMI-1 server, or a
     * world of one when nothing tells of a process manager.
     *
     * <p>Thread rule: any thread; one bootstrap at a time and process.
     *
     * @throws MpiFailure when the process manager cannot be reached or speaks another protocol
     */
    public static Bootstrap fromEnvironment(Map<String, String> environment) {
        return fromEnvironment(environment, null);
    }

    /**
     * As {@link #fromEnvironment(Map)}, for one of several ranks in this JVM, so for several
     * bootstraps at a time.
     *
     * @param addressSpace what they share; null for a rank alone
     */
    public static Bootstrap fromEnvironment(
            Map<String, String> environment, AddressSpace addressSpace) {
        if (environment.containsKey(PmiBootstrap.SOCKET_VARIABLE)
                || environment.containsKey(PmiBootstrap.DESCRIPTOR_VARIABLE)
                || environment.containsKey(PmiBootstrap.PORT_VARIABLE)) {
            return PmiBootstrap.open(environment, addressSpace);
        }
        if (environment.containsKey("PMIX_RANK") || environment.containsKey("PMIX_NAMESPACE")) {
            throw new MpiFailure(
                    ErrorClass.OTHER,
                    "the process manager offers PMIx only: PMIX_RANK="
                            + environment.get("PMIX_RANK")
                            + "; start the program with Musubi's mpiexec or with srun --mpi=pmi2");
        }
        return new SingletonBootstrap();
    }
}
