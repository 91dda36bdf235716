package musubi.launch.hosts;

import musubi.launch.link.PayloadReader;
import musubi.launch.link.PayloadWriter;

import java.io.IOException;
import java.util.List;

/**
 * How other hosts are reached.
 *
 * @param launcher what starts a node proxy on a host
 * @param executable the program to use in the place of ssh or srun; null for these
 * @param options more words for it
 * @param networkInterface the name of the one that ranks of several hosts listen at; null for that
 *     of the route to the others
 * @param fanOut how many node proxies mpiexec starts by itself, and each of them in turn
 * @param tls whether what goes over TCP is encrypted
 */
public record RemoteLaunch(
        Launcher launcher,
        String executable,
        List<String> options,
        String networkInterface,
        int fanOut,
        boolean tls) {
    /** Fits most jobs in one level: a level costs about the time of one more ssh. */
    static final int DEFAULT_FAN_OUT = 32;

    /** What starts a node proxy on a host. */
    public enum Launcher {
        /** This host's by itself, others over ssh. */
        AUTO,
        /** On this machine, whatever the host's name: for tests. */
        FORK,
        SSH,
        /** With srun, in the allocation that mpiexec runs in. */
        SLURM,
        /** A person types the command that mpiexec prints. */
        MANUAL
    }

    public void write(PayloadWriter out) {
        out.text(launcher.name()).text(executable).texts(options);
        out.text(networkInterface).number(fanOut).flag(tls);
    }

    public static RemoteLaunch read(PayloadReader in) throws IOException {
        try {
            Launcher launcher = Launcher.valueOf(String.valueOf(in.text()));
            RemoteLaunch reach =
                    new RemoteLaunch(
                            launcher, in.text(), in.texts(), in.text(), in.number(), in.flag());
            if (reach.fanOut > 0) {
                return reach;
            }
        } catch (IllegalArgumentException e) {
            throw PayloadReader.malformed("no such launcher", e);
        }
        throw PayloadReader.malformed("fan-out of 0", null);
    }
}
