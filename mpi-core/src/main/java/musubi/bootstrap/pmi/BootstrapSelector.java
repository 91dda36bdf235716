package musubi.bootstrap.pmi;

import musubi.bootstrap.Bootstrap;
import musubi.bootstrap.local.SingletonBootstrap;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;
import musubi.region.AddressSpace;

import java.util.Map;

/** Selects the bootstrap of this process from its environment. */
public final class BootstrapSelector {
    private BootstrapSelector() {}

    /**
     * The bootstrap for Musubi's mpiexec, for another PMI server, or, without a process manager,
     * for a singleton.
     *
     * <p>Thread rule: any thread; one bootstrap at a time per process.
     *
     * @throws MpiFailure if the process manager cannot be reached or uses another protocol
     */
    public static Bootstrap fromEnvironment(Map<String, String> environment) {
        return fromEnvironment(environment, null);
    }

    /**
     * As {@link #fromEnvironment(Map)}, for one of several ranks in this JVM.
     *
     * @param addressSpace the object shared by these ranks; null for a single rank
     */
    public static Bootstrap fromEnvironment(
            Map<String, String> environment, AddressSpace addressSpace) {
        if (environment.containsKey(PmiBootstrap.SOCKET_VARIABLE)
                || environment.containsKey(PmiBootstrap.DESCRIPTOR_VARIABLE)
                || environment.containsKey(PmiBootstrap.PORT_VARIABLE)) {
            return PmiBootstrap.open(environment, addressSpace);
        }
        if (environment.containsKey("PMIX_RANK") || environment.containsKey("PMIX_NAMESPACE")) {
            throw new MpiFailure(ErrorClass.OTHER, "the process manager offers PMIx only")
                    .with("PMIX_RANK", environment.get("PMIX_RANK"))
                    .advice("start the program with Musubi's mpiexec or with srun --mpi=pmi2");
        }
        return new SingletonBootstrap();
    }
}
