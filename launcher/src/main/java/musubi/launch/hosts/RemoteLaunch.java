package musubi.launch.hosts;

import musubi.launch.link.LinkTimes;

import java.util.List;

/**
 * The settings for the start of node proxies on other hosts.
 *
 * @param launcher the mechanism
 * @param executable the executable in place of ssh or srun; null for these
 * @param options additional options of the executable
 * @param networkInterface the interface on which ranks listen; null for that of the route to other
 *     hosts
 * @param fanOut the number of children of mpiexec and of each node proxy
 * @param tls whether TCP connections are encrypted
 * @param linkTimes the time limits of the links to node proxies
 */
public record RemoteLaunch(
        Launcher launcher,
        String executable,
        List<String> options,
        String networkInterface,
        int fanOut,
        boolean tls,
        LinkTimes linkTimes) {
    /** Fits most jobs into one level; a level costs about the time of one ssh. */
    static final int DEFAULT_FAN_OUT = 32;

    /** A mechanism to start a node proxy. */
    public enum Launcher {
        /** A child process on this machine, ssh to others. */
        AUTO,
        /** A child process for any host name: for tests. */
        FORK,
        SSH,
        /** srun within the current Slurm allocation. */
        SLURM,
        /** The user types the commands that mpiexec prints. */
        MANUAL
    }

    public RemoteLaunch {
        if (fanOut < 1) {
            throw new IllegalArgumentException("fan-out=" + fanOut);
        }
    }

    RemoteLaunch by(Launcher other) {
        return new RemoteLaunch(
                other, executable, options, networkInterface, fanOut, tls, linkTimes);
    }
}
