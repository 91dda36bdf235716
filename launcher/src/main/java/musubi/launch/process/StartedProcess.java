package musubi.launch.process;

import musubi.launch.hosts.RankRange;

/**
 * A process of ranks has started.
 *
 * @param ranks that it runs
 * @param pid its process id, on its host
 * @param command its words
 */
public record StartedProcess(RankRange ranks, long pid, String command) {
    @Override
    public String toString() {
        return ranks.describe() + ": pid " + pid + ": " + command;
    }
}
