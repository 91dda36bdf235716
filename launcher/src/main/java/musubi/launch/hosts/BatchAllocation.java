package musubi.launch.hosts;

import musubi.launch.failure.LaunchFailure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The hosts that a batch system allocated to the job, from its environment variables.
 *
 * @param system the batch system
 * @param source the variable, with the file that it names
 * @param hosts the hosts with their slots
 */
record BatchAllocation(System system, String source, List<HostSlots> hosts) {
    /** A batch system, with the command that starts processes on its hosts. */
    enum System {
        SLURM("Slurm", "srun"),
        PBS("PBS", "tm"),
        LSF("LSF", "blaunch"),
        SGE("Grid Engine", "qrsh"),
        COBALT("Cobalt", "aprun");

        private final String title;
        private final String starter;

        System(String title, String starter) {
            this.title = title;
            this.starter = starter;
        }

        /** Its name in texts. */
        String title() {
            return title;
        }

        /** Its own means to start processes on other hosts. */
        String starter() {
            return starter;
        }

        /** The system of this name of Hydra; null if there is none. */
        static System named(String word) {
            return Stream.of(values())
                    .filter(each -> each.name().equals(word.toUpperCase(Locale.ROOT)))
                    .findFirst()
                    .orElse(null);
        }
    }

    private static final String PBS_FILE = "PBS_NODEFILE";
    private static final String PBS_CPUS = "NCPUS";
    private static final String LSF_FILE = "LSB_DJOB_HOSTFILE";
    private static final String LSF_PAIRS = "LSB_MCPU_HOSTS";
    private static final String LSF_HOSTS = "LSB_HOSTS";
    private static final String SGE_FILE = "PE_HOSTFILE";
    private static final String COBALT_FILE = "COBALT_NODEFILE";

    /** The first allocation that the variables describe; null without one. */
    static BatchAllocation find(Map<String, String> variables) {
        return Stream.of(System.values())
                .map(system -> of(system, variables))
                .filter(allocation -> allocation != null)
                .findFirst()
                .orElse(null);
    }

    /**
     * The allocation of this system; null without one.
     *
     * @throws LaunchFailure if a variable or its file is malformed
     */
    static BatchAllocation of(System system, Map<String, String> variables) {
        return switch (system) {
            case SLURM ->
                    has(variables, SlurmAllocation.NODES)
                            ? new BatchAllocation(
                                    system, SlurmAllocation.NODES, SlurmAllocation.of(variables))
                            : null;
            case PBS -> pbs(variables);
            case LSF -> lsf(variables);
            case SGE -> sge(variables);
            case COBALT -> ofFile(System.COBALT, COBALT_FILE, variables);
        };
    }

    private static boolean has(Map<String, String> variables, String name) {
        return !variables.getOrDefault(name, "").isBlank();
    }

    /** The file has a line for each slot. NCPUS counts where there is no file. */
    private static BatchAllocation pbs(Map<String, String> variables) {
        BatchAllocation listed = ofFile(System.PBS, PBS_FILE, variables);
        if (listed != null || !has(variables, "PBS_JOBID") || !has(variables, PBS_CPUS)) {
            return listed;
        }
        int cpus = HostList.number(variables.get(PBS_CPUS).strip(), "slots", PBS_CPUS);
        HostSlots here = HostSlots.of(LocalHost.name(), cpus);
        return new BatchAllocation(System.PBS, PBS_CPUS, List.of(here));
    }

    private static BatchAllocation lsf(Map<String, String> variables) {
        if (has(variables, LSF_FILE)) {
            return ofFile(System.LSF, LSF_FILE, variables);
        }
        if (has(variables, LSF_PAIRS)) {
            String[] words = variables.get(LSF_PAIRS).strip().split("\\s+");
            if (words.length % 2 != 0) {
                throw malformed(LSF_PAIRS, variables.get(LSF_PAIRS));
            }
            Map<String, Integer> slots = new LinkedHashMap<>();
            for (int i = 0; i < words.length; i += 2) {
                slots.merge(
                        words[i], HostList.number(words[i + 1], "slots", LSF_PAIRS), Integer::sum);
            }
            return of(System.LSF, LSF_PAIRS, slots);
        }
        if (!has(variables, LSF_HOSTS)) {
            return null;
        }
        return of(System.LSF, LSF_HOSTS, counted(variables.get(LSF_HOSTS).strip().split("\\s+")));
    }

    /** Lines of {@code host slots queue processors}. */
    private static BatchAllocation sge(Map<String, String> variables) {
        if (!has(variables, SGE_FILE)) {
            return null;
        }
        Map<String, Integer> slots = new LinkedHashMap<>();
        for (String line : lines(SGE_FILE, variables)) {
            String[] words = line.strip().split("\\s+");
            if (words.length < 2) {
                throw malformed(SGE_FILE, line);
            }
            slots.merge(words[0], HostList.number(words[1], "slots", SGE_FILE), Integer::sum);
        }
        return of(System.SGE, SGE_FILE + " " + variables.get(SGE_FILE), slots);
    }

    private static BatchAllocation ofFile(
            System system, String variable, Map<String, String> variables) {
        if (!has(variables, variable)) {
            return null;
        }
        String[] lines = lines(variable, variables).toArray(String[]::new);
        return of(system, variable + " " + variables.get(variable), counted(lines));
    }

    private static Map<String, Integer> counted(String... names) {
        Map<String, Integer> slots = new LinkedHashMap<>();
        for (String name : names) {
            slots.merge(name.strip(), 1, Integer::sum);
        }
        return slots;
    }

    private static BatchAllocation of(System system, String source, Map<String, Integer> slots) {
        List<HostSlots> hosts = new ArrayList<>();
        slots.forEach(
                (name, count) -> {
                    HostList.checkName(name, source);
                    hosts.add(HostSlots.of(name, count));
                });
        if (hosts.isEmpty()) {
            throw malformed(source, "no host");
        }
        return new BatchAllocation(system, source, hosts);
    }

    private static List<String> lines(String variable, Map<String, String> variables) {
        String file = variables.get(variable);
        try {
            return Files.readAllLines(Path.of(file.strip()), StandardCharsets.ISO_8859_1).stream()
                    .filter(line -> !line.isBlank())
                    .toList();
        } catch (IOException | InvalidPathException e) {
            throw LaunchFailure.usage("cannot read the hosts of the batch system")
                    .with(variable, file)
                    .with("cause", e)
                    .advice("unset it, or ignore the batch system with -rmk user");
        }
    }

    private static LaunchFailure malformed(String name, String value) {
        return LaunchFailure.usage("malformed hosts of a batch system")
                .with(name, value)
                .advice("ignore the batch system with -rmk user and give hosts with -host");
    }
}
