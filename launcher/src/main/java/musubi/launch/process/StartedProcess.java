package musubi.launch.process;

import musubi.launch.hosts.RankRange;

/**
 * A started process of ranks.
 *
 * @param ranks the ranks of the process
 * @param pid the process id on its host
 * @param command the command line
 */
public record StartedProcess(RankRange ranks, long pid, String command) {
    @Override
    public String toString() {
        return ranks.describe() + ": pid " + pid + ": " + command;
    }
}
