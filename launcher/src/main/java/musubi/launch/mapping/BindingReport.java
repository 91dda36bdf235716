package musubi.launch.mapping;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Texts about the processors of a machine, in the form of Open MPI: {@code socket 0[core 1[hwt
 * 0-1]]: [../BB/../..]}.
 */
public final class BindingReport {
    private final CpuTopology machine;

    /** The cores of each socket, in the order of their first processor. */
    private final List<List<List<Integer>>> sockets = new ArrayList<>();

    /** A report about a machine. */
    public BindingReport(CpuTopology machine) {
        this.machine = machine;
        for (List<Integer> socket : machine.sockets()) {
            sockets.add(
                    machine.cores().stream()
                            .filter(core -> socket.containsAll(core))
                            .sorted(Comparator.comparing(List::getFirst))
                            .toList());
        }
    }

    /** The line of a rank that is bound to these processors; an empty list for none. */
    public String line(String host, long pid, int rank, List<Integer> processors) {
        String start = "[" + host + ":" + pid + "] MCW rank " + rank;
        if (processors.isEmpty() || processors.containsAll(machine.processors())) {
            return start + " is not bound (or bound to all available processors)";
        }
        return start + " bound to " + words(processors) + ": " + map(processors);
    }

    private String words(List<Integer> processors) {
        List<String> words = new ArrayList<>();
        int number = 0;
        for (int socket = 0; socket < sockets.size(); socket++) {
            for (List<Integer> core : sockets.get(socket)) {
                String threads = threads(core, processors);
                if (!threads.isEmpty()) {
                    words.add("socket %d[core %d[hwt %s]]".formatted(socket, number, threads));
                }
                number++;
            }
        }
        return String.join(", ", words);
    }

    private static String threads(List<Integer> core, List<Integer> processors) {
        List<Integer> used = new ArrayList<>();
        for (int thread = 0; thread < core.size(); thread++) {
            if (processors.contains(core.get(thread))) {
                used.add(thread);
            }
        }
        boolean range = used.size() > 1 && used.getLast() - used.getFirst() == used.size() - 1;
        return range ? used.getFirst() + "-" + used.getLast() : LocalMapping.text(used);
    }

    /** The map of the machine: a bracket per socket, B for each bound hardware thread. */
    String map(List<Integer> processors) {
        StringBuilder text = new StringBuilder();
        for (List<List<Integer>> socket : sockets) {
            List<String> cores = new ArrayList<>();
            for (List<Integer> core : socket) {
                StringBuilder threads = new StringBuilder();
                core.forEach(cpu -> threads.append(processors.contains(cpu) ? 'B' : '.'));
                cores.add(threads.toString());
            }
            text.append('[').append(String.join("/", cores)).append(']');
        }
        return text.toString();
    }

    /** The parts of the machine, one per line. */
    public String topology(String host) {
        StringBuilder text = new StringBuilder();
        text.append("======================   TOPOLOGY OF ").append(host).append("   ");
        text.append("======================\n");
        if (machine.processors().isEmpty()) {
            return text.append("  unknown: only Linux reports it").toString();
        }
        add(text, "machine", machine.parts(Domain.MACHINE));
        add(text, "socket", machine.sockets());
        add(text, "numa", machine.numaNodes());
        for (int level = 3; level > 0; level--) {
            String name = "l" + level + "cache";
            add(text, name, machine.parts(Domain.named(name)));
        }
        add(text, "core", machine.cores());
        return text.toString().stripTrailing();
    }

    private static void add(StringBuilder text, String name, List<List<Integer>> parts) {
        for (int i = 0; i < parts.size(); i++) {
            text.append(
                    "  %-8s%4d  processors %s%n"
                            .formatted(name, i, LocalMapping.text(parts.get(i))));
        }
    }
}
