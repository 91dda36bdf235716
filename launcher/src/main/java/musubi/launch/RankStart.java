package musubi.launch;

/**
 * A process of ranks has started.
 *
 * @param ranks that it runs
 * @param pid its process id, on its host
 * @param command its words
 */
record RankStart(RankRange ranks, long pid, String command) {
    @Override
    public String toString() {
        return ranks.describe() + ": pid " + pid + ": " + command;
    }
}
