package musubi.launch.hosts;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.hosts.RemoteLaunch.Launcher;
import musubi.launch.options.CommandLinePart;
import musubi.launch.options.Option;
import musubi.launch.options.ParsedOptions;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The hosts of programs without hosts of their own, and the list from which others select.
 *
 * @param hosts empty for this machine
 * @param list the list from which programs select: all hosts of a batch system, else the same
 * @param added the hosts of --add-host and --add-hostfile
 * @param origin where they come from
 * @param system the batch system that allocated them; null without one
 */
record CommonHosts(
        List<HostSlots> hosts,
        List<HostSlots> list,
        List<HostSlots> added,
        String origin,
        BatchAllocation.System system) {
    /** Host files for all programs: of Hydra, and of Open MPI 4 and 5. */
    private static final List<String> HOST_FILES =
            List.of(
                    "HYDRA_HOST_FILE",
                    "OMPI_MCA_orte_default_hostfile",
                    "PRTE_MCA_prte_default_hostfile");

    /**
     * The common hosts of a command line.
     *
     * @param parts the programs and the other parts of the command line
     * @param variables the environment of mpiexec
     * @param launcher a batch system is ignored with FORK
     */
    static CommonHosts of(
            List<CommandLinePart> parts, Map<String, String> variables, Launcher launcher) {
        ParsedOptions all = ParsedOptions.ofAll(parts);
        BatchAllocation batch = launcher == Launcher.FORK ? null : batch(all, variables);
        CommonHosts named = named(parts, all, variables);
        if (batch == null) {
            return named.with(added(all));
        }
        String origin = batch.system().title() + " (" + batch.source() + ")";
        CommonHosts allocated =
                new CommonHosts(batch.hosts(), batch.hosts(), List.of(), origin, batch.system())
                        .with(added(all));
        if (named.hosts().isEmpty()) {
            return allocated;
        }
        return new CommonHosts(
                HostSelection.within(allocated.hosts(), named.hosts(), origin),
                allocated.hosts(),
                allocated.added(),
                named.origin() + " within " + allocated.origin(),
                batch.system());
    }

    private static BatchAllocation batch(ParsedOptions all, Map<String, String> variables) {
        String word = all.last(Option.RESOURCE_MANAGER, variables.getOrDefault("HYDRA_RMK", ""));
        if (word.isEmpty()) {
            BatchAllocation found = BatchAllocation.find(variables);
            // Within a container of the allocation Slurm's commands may be missing.
            boolean unusable =
                    found != null
                            && found.system() == BatchAllocation.System.SLURM
                            && LocalHost.executable("srun") == null;
            return unusable ? null : found;
        }
        if (word.equals("user")) {
            return null;
        }
        BatchAllocation.System system = BatchAllocation.System.named(word);
        if (system == null) {
            throw LaunchFailure.usage("no such resource manager")
                    .with("-rmk", word)
                    .advice("choose user, slurm, pbs, lsf, sge or cobalt");
        }
        BatchAllocation found = BatchAllocation.of(system, variables);
        if (found == null) {
            throw LaunchFailure.usage("no allocation of " + system.title())
                    .with("-rmk", word)
                    .advice("start mpiexec within a job, or omit the option");
        }
        return found;
    }

    /** Entries that select from a list apply to their own program only. */
    private static CommonHosts named(
            List<CommandLinePart> parts, ParsedOptions all, Map<String, String> variables) {
        for (CommandLinePart part : parts) {
            List<HostSlots> listed = HostList.inFiles(part.options());
            List<String> words = HostList.words(part.options());
            if (!listed.isEmpty()) {
                return of(listed, "-hostfile");
            }
            if (!words.isEmpty() && !HostSelection.isRelative(words)) {
                return of(HostList.named(words), "-host");
            }
        }
        String file = all.last(Option.DEFAULT_HOST_FILE, null);
        if (file != null && !file.equals("none")) {
            return of(HostList.of(Path.of(file)), "--default-hostfile " + file);
        }
        for (String variable : HOST_FILES) {
            String path = variables.getOrDefault(variable, "");
            if (!path.isBlank() && !path.equals("none")) {
                return of(HostList.of(Path.of(path)), variable + " " + path);
            }
        }
        return of(List.of(), "this machine");
    }

    private static CommonHosts of(List<HostSlots> hosts, String origin) {
        return new CommonHosts(hosts, hosts, List.of(), origin, null);
    }

    private static List<HostSlots> added(ParsedOptions all) {
        List<HostSlots> added = new ArrayList<>();
        for (String names : all.all(Option.ADD_HOST)) {
            added.addAll(HostList.named(List.of(names.split(","))));
        }
        for (String file : all.all(Option.ADD_HOST_FILE)) {
            added.addAll(HostList.of(Path.of(file)));
        }
        return added;
    }

    /** These common hosts and others. */
    private CommonHosts with(List<HostSlots> more) {
        if (more.isEmpty()) {
            return this;
        }
        String both = hosts.isEmpty() ? "--add-host" : origin + " and --add-host";
        List<HostSlots> all = union(hosts, more);
        return new CommonHosts(all, all, more, both, system);
    }

    /** The hosts of a program's file and the added ones. */
    List<HostSlots> withAdded(List<HostSlots> own) {
        return union(own, added);
    }

    /** The hosts of both lists; slots of the same name add up. */
    private static List<HostSlots> union(List<HostSlots> some, List<HostSlots> more) {
        Map<String, HostSlots> all = new LinkedHashMap<>();
        some.forEach(host -> all.put(host.name(), host));
        more.forEach(host -> all.merge(host.name(), host, HostSlots::and));
        return List.copyOf(all.values());
    }
}
