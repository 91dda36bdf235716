package musubi.launch.hosts;

import musubi.launch.failure.LaunchFailure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The hosts of the current Slurm allocation, from its environment variables. */
final class SlurmAllocation {
    /** The list of hosts: {@code a[01-03,7],b}. */
    static final String NODES = "SLURM_JOB_NODELIST";

    /** The number of ranks on each host: {@code 2(x3),1}. */
    private static final String TASKS = "SLURM_TASKS_PER_NODE";

    private static final Pattern HOSTS =
            Pattern.compile("([^\\[\\],]+)(?:\\[([0-9,-]+)\\])?([^\\[\\],]*)(?:,|$)");
    private static final Pattern COUNTS = Pattern.compile("([0-9]+)(?:\\(x([0-9]+)\\))?(?:,|$)");
    private static final int MAX_HOSTS = 65_536;

    private SlurmAllocation() {}

    /**
     * The hosts with their slots.
     *
     * @throws LaunchFailure if a variable is malformed
     */
    static List<HostSlots> of(Map<String, String> variables) {
        List<String> names = names(variables.get(NODES));
        List<Integer> tasks = tasks(variables.getOrDefault(TASKS, "1(x" + names.size() + ")"));
        List<HostSlots> hosts = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            hosts.add(HostSlots.of(names.get(i), i < tasks.size() ? tasks.get(i) : 1));
        }
        return hosts;
    }

    static List<String> names(String list) {
        List<String> names = new ArrayList<>();
        Matcher matcher = HOSTS.matcher(list);
        int end = 0;
        while (end < list.length() && matcher.find(end) && matcher.start() == end) {
            if (matcher.group(2) == null) {
                names.add(matcher.group(1) + matcher.group(3));
            } else {
                for (String range : matcher.group(2).split(",")) {
                    addRange(matcher.group(1), range, matcher.group(3), names);
                }
            }
            end = matcher.end();
        }
        if (end < list.length() || names.isEmpty() || names.size() > MAX_HOSTS) {
            throw malformed(NODES, list);
        }
        return names;
    }

    private static void addRange(String prefix, String range, String suffix, List<String> names) {
        String[] ends = range.split("-");
        try {
            int first = Integer.parseInt(ends[0]);
            int last = Integer.parseInt(ends[ends.length - 1]);
            if (ends.length > 2 || last < first || last - first >= MAX_HOSTS) {
                throw malformed(NODES, range);
            }
            for (int number = first; number <= last; number++) {
                String digits = Integer.toString(number);
                String zeros = "0".repeat(Math.max(0, ends[0].length() - digits.length()));
                names.add(prefix + zeros + digits + suffix);
            }
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw malformed(NODES, range);
        }
    }

    static List<Integer> tasks(String list) {
        List<Integer> tasks = new ArrayList<>();
        Matcher matcher = COUNTS.matcher(list);
        int end = 0;
        while (end < list.length() && matcher.find(end) && matcher.start() == end) {
            try {
                int count = Integer.parseInt(matcher.group(1));
                int times = matcher.group(2) == null ? 1 : Integer.parseInt(matcher.group(2));
                for (int i = 0; i < Math.min(times, MAX_HOSTS); i++) {
                    tasks.add(count);
                }
            } catch (NumberFormatException e) {
                throw malformed(TASKS, list);
            }
            end = matcher.end();
        }
        if (end < list.length() || tasks.size() > MAX_HOSTS) {
            throw malformed(TASKS, list);
        }
        return tasks;
    }

    private static LaunchFailure malformed(String name, String value) {
        return LaunchFailure.usage("malformed variable of Slurm").with(name, value);
    }
}
