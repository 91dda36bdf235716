package musubi.launch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The machines that {@code -host} and {@code -hostfile} name, in the words of Hydra ({@code
 * name:2}) and of Open MPI ({@code name slots=2}). So far each must be this machine.
 */
final class Hosts {
    private static final Path OWN_NAME = Path.of("/proc/sys/kernel/hostname");
    private static final Set<String> LOCAL = Set.of("localhost", "::1", "127.0.0.1");
    private static final String SLOTS = "slots=";

    private int slots;

    /** The hosts of one part of the command line. */
    static Hosts of(OptionWords options) {
        Hosts hosts = new Hosts();
        for (String list : options.all(Option.HOSTS)) {
            for (String host : list.split(",")) {
                hosts.add(List.of(host));
            }
        }
        for (String file : options.all(Option.HOST_FILE)) {
            for (List<String> words : WordFile.lines(Path.of(file), "the list of hosts")) {
                hosts.add(words);
            }
        }
        return hosts;
    }

    /** How many ranks they offer to take; 0 when none is named. */
    int slots() {
        return slots;
    }

    private void add(List<String> words) {
        String name = words.getFirst();
        String count = "1";
        int colon = name.indexOf(':');
        if (colon > 0 && colon == name.lastIndexOf(':')) {
            count = name.substring(colon + 1);
            name = name.substring(0, colon);
        }
        for (String word : words) {
            count = word.startsWith(SLOTS) ? word.substring(SLOTS.length()) : count;
        }
        if (!isLocal(name)) {
            throw LaunchFailure.usage(
                    "ranks run on this machine only, so far: host="
                            + name
                            + " this machine="
                            + ownName()
                            + "; leave the host out, or name localhost");
        }
        try {
            slots += Integer.parseInt(count);
        } catch (NumberFormatException e) {
            throw LaunchFailure.usage("not a number of ranks: host=" + name + " slots=" + count);
        }
    }

    private static boolean isLocal(String name) {
        String own = ownName();
        String lower = name.toLowerCase(Locale.ROOT);
        if (LOCAL.contains(lower) || lower.equals(own) || lower.equals(own.split("\\.")[0])) {
            return true;
        }
        try {
            InetAddress address = InetAddress.getByName(name);
            return address.isLoopbackAddress()
                    || NetworkInterface.getByInetAddress(address) != null;
        } catch (IOException e) {
            // No such name: it cannot be this machine.
            return false;
        }
    }

    private static String ownName() {
        try {
            return Files.readString(OWN_NAME).strip().toLowerCase(Locale.ROOT);
        } catch (IOException e) {
            // Not Linux.
            return "localhost";
        }
    }
}
