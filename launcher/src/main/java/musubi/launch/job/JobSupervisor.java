package musubi.launch.job;

import musubi.bootstrap.ExitStatus;
import musubi.bootstrap.RankNames;
import musubi.launch.failure.CommandName;
import musubi.launch.failure.ExitCode;
import musubi.launch.job.RankStates.RankState;
import musubi.launch.plan.LaunchPlan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Supervises a running job: processes its events from a queue, terminates the other ranks after a
 * failure, and determines the exit code.
 *
 * <p>The first failure determines the exit code; of simultaneous failures, that of the lowest rank.
 * Exit codes of ranks that mpiexec terminates do not count.
 *
 * <p>Thread rule: one thread.
 */
public final class JobSupervisor {
    /** The least time between SIGTERM and SIGKILL for ranks that write recordings, in ms. */
    private static final long RECORDING_GRACE_MS = 10_000;

    /** The time limit for processes that survive SIGKILL (blocked in the kernel), in ms. */
    private static final long KILLED_PATIENCE_MS = 5_000;

    private static final long NANOS_PER_MS = 1_000_000;
    private static final long NEVER = Long.MAX_VALUE;

    /** No rank. */
    private static final int NO_RANK = -1;

    private final JobRanks ranks;
    private final RankStates states;
    private final BlockingQueue<JobEvent> events;
    private final ThreadDumps dumps;
    private final LostPeers lostPeers;
    private final List<String> report = new ArrayList<>();
    private final int timeLimitSeconds;
    private final boolean isRecorded;
    private final long graceMs;
    private final int firstRank;
    private final int size;
    private final boolean endsWithoutFinalize;
    private long timeLimitNs = NEVER;
    private long killNs = NEVER;
    private boolean ending;
    private boolean killed;
    private boolean bySignal;
    private long failedNs;
    private int exitCode;
    private int lateExitCode;
    private int lateRank = Integer.MAX_VALUE;
    private final String[] codes;

    /**
     * The supervisor of a job whose ranks have been started.
     *
     * @param plan the time limit, and whether ranks may end without MPI.Finalize
     */
    public JobSupervisor(
            JobRanks ranks,
            RankStates states,
            BlockingQueue<JobEvent> events,
            ThreadDumps dumps,
            LaunchPlan plan) {
        this.ranks = ranks;
        this.states = states;
        this.events = events;
        this.dumps = dumps;
        size = plan.size();
        lostPeers = new LostPeers(ranks, this::anyRankHasLeft);
        timeLimitSeconds = plan.settings().timeLimitSeconds();
        isRecorded = plan.isRecorded();
        int setMs = plan.settings().graceMs();
        graceMs = isRecorded ? Math.max(RECORDING_GRACE_MS, setMs) : setMs;
        firstRank = plan.firstRank();
        endsWithoutFinalize = plan.isForMpjExpress();
        codes = new String[plan.settings().streams().exitCodes() ? plan.size() : 0];
        Arrays.fill(codes, "?");
        if (timeLimitSeconds > 0) {
            timeLimitNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(timeLimitSeconds);
        }
    }

    /** Waits for the end of all ranks; returns the exit code of the job. */
    public int await() throws InterruptedException {
        while (ranks.alive() > 0) {
            long nowNs = System.nanoTime();
            long nextNs = Math.min(Math.min(timeLimitNs, killNs), lostPeers.nextNs());
            JobEvent event =
                    nextNs == NEVER
                            ? events.take()
                            : events.poll(Math.max(0, nextNs - nowNs), TimeUnit.NANOSECONDS);
            if (event == null) {
                timePassed(System.nanoTime());
            } else {
                handleBatch(event);
            }
            lostPeers.release(ending, System.nanoTime()).forEach(this::handle);
        }
        if (codes.length > 0) {
            report.add("exit codes by rank: " + String.join(",", codes));
        }
        return exitCode != 0 ? exitCode : lateExitCode;
    }

    /** Whether the job failed in a way that the last events of its ranks may explain. */
    public boolean hasFailed() {
        return exitCode != 0 && exitCode != ExitCode.OUTPUT_CLOSED && !bySignal;
    }

    /** The time of the failure, by {@link System#nanoTime}. */
    public long failedNs() {
        return failedNs;
    }

    /** Whether a signal to mpiexec ended the job. */
    public boolean endedBySignal() {
        return bySignal;
    }

    /** Messages on a failure; empty after a regular end. */
    public List<String> report() {
        return report;
    }

    private void handleBatch(JobEvent first) {
        List<JobEvent> batch = new ArrayList<>();
        batch.add(first);
        events.drainTo(batch);
        // An abort is more specific than the exit of its process; then by rank.
        batch.sort((one, other) -> Integer.compare(urgency(one), urgency(other)));
        for (JobEvent event : batch) {
            if (ending || !lostPeers.keep(event, System.nanoTime())) {
                handle(event);
            }
        }
    }

    private boolean anyRankHasLeft() {
        return IntStream.range(0, size)
                .anyMatch(r -> !ranks.isAlive(r) || states.stateOf(r) == RankState.FINALIZED);
    }

    private static int urgency(JobEvent event) {
        return event instanceof JobEvent.RanksEnded(List<Integer> ended, int code)
                ? (code == 0 ? Integer.MAX_VALUE : ended.getFirst())
                : -1;
    }

    /** The only event of most jobs is not in the switch, which takes 10 ms at its first use. */
    private void handle(JobEvent event) {
        if (event instanceof JobEvent.RanksEnded(List<Integer> ended, int code)) {
            ranksEnded(ended, code);
        } else {
            handleRare(event);
        }
    }

    private void handleRare(JobEvent event) {
        switch (event) {
            case JobEvent.RanksEnded _ -> {}
            case JobEvent.AbortRequested(int rank, int code, String text) ->
                    aborted(rank, code, text);
            case JobEvent.ProtocolBroken(int rank, String text) ->
                    fail(rank, ExitCode.FAILURE, text + "; every rank must call MPI.Finalize");
            case JobEvent.Deadlock(String text) -> deadlocked(text);
            case JobEvent.Note(String text) -> dumps.sink().report(text);
            case JobEvent.HostLost(List<Integer> lost, String text) ->
                    withoutRanks(lost, ExitCode.KILLED, text);
            case JobEvent.StartFailed(List<Integer> lost, int code, String text) ->
                    withoutRanks(lost, code, text);
            case JobEvent.NodeStarted _ -> {}
            case JobEvent.SignalReceived(String name) -> signalled(name);
            case JobEvent.WatcherEnded() -> watcherEnded();
            case JobEvent.OutputClosed(String reason) -> outputClosed(reason);
        }
    }

    private void ranksEnded(List<Integer> ended, int code) {
        ended.forEach(ranks::ended);
        if (codes.length > 0) {
            ended.forEach(rank -> codes[rank] = Integer.toString(code));
        }
        List<Integer> early =
                ended.stream().filter(r -> states.stateOf(r) != RankState.FINALIZED).toList();
        for (int rank : ended) {
            if (!ending) {
                evaluate(rank, code, early);
            }
        }
    }

    /** Evaluates the end of a rank; ranks that ended together count as one failure. */
    private void evaluate(int rank, int code, List<Integer> together) {
        RankState state = states.stateOf(rank);
        String who = who(together, rank);
        if (state == RankState.FINALIZED) {
            // The other ranks do not depend on it and may continue.
            if (code != 0 && rank < lateRank) {
                lateRank = rank;
                lateExitCode = code;
            }
        } else if (code != 0) {
            String when = state == RankState.INSIDE ? " before MPI.Finalize" : "";
            fail(rank, code, who + " " + ExitCode.describe(code, together.size()) + when);
        } else if (state == RankState.INSIDE && endsWithoutFinalize) {
            states.rankLeft(rank);
        } else if (state == RankState.INSIDE && ranks.alive() > 0) {
            fail(
                    rank,
                    ExitCode.FAILURE,
                    who + " ended with exit code 0 but without MPI.Finalize, while others run");
        }
        states.rankEnded(rank);
    }

    private String who(List<Integer> several, int one) {
        List<Integer> names = several.stream().map(rank -> rank + firstRank).toList();
        return RankNames.of(names) + " (" + ranks.place(one) + ")";
    }

    private void aborted(int rank, int errorCode, String text) {
        String who = rank < 0 ? "a rank" : who(List.of(rank), rank);
        String why = text.isEmpty() ? "" : ": " + text;
        int code = ExitStatus.ofAbort(errorCode);
        fail(rank < 0 ? NO_RANK : rank, code, who + " called abort with code " + errorCode + why);
    }

    private void deadlocked(String text) {
        if (!ending) {
            exitCode = ExitCode.DEADLOCK;
            report.add(
                    text
                            + "\n  "
                            + CommandName.get()
                            + " ended all ranks. Exit code "
                            + exitCode
                            + ".");
            end("TERM");
        }
    }

    /** The ends of these ranks will not be reported. */
    private void withoutRanks(List<Integer> lost, int code, String text) {
        lost.forEach(ranks::ended);
        fail(NO_RANK, code, text);
    }

    private void outputClosed(String reason) {
        if (reason == null) {
            fail(NO_RANK, ExitCode.OUTPUT_CLOSED, null);
        } else {
            fail(NO_RANK, ExitCode.FAILURE, "cannot write the output: " + reason);
        }
    }

    private void fail(int rank, int code, String text) {
        if (ending) {
            return;
        }
        exitCode = code;
        if (text != null) {
            int others = ranks.alive() - (rank != NO_RANK && ranks.isAlive(rank) ? 1 : 0);
            String done =
                    others == 0
                            ? ""
                            : "; "
                                    + CommandName.get()
                                    + " ended the others still running: "
                                    + others;
            boolean hasCode = text.contains("exit code " + code);
            report.add(text + done + (hasCode ? "." : ". Exit code " + code + "."));
        }
        end("TERM");
    }

    private void signalled(String name) {
        switch (name) {
            case "USR1", "USR2", "CONT" -> ranks.signal(name);
            case "TSTP" -> {
                ranks.signal("STOP");
                ranks.stopMpiexec();
            }
            default -> endBySignal(name);
        }
    }

    private void endBySignal(String name) {
        if (ending) {
            kill();
            return;
        }
        bySignal = true;
        exitCode = ExitCode.ofSignal(name);
        report.add("ended by SIG" + name + ". Exit code " + exitCode + ".");
        end(name);
    }

    private void watcherEnded() {
        if (!ranks.restartWatcher()) {
            fail(NO_RANK, ExitCode.FAILURE, "the watcher process was killed too often");
        }
    }

    private void timePassed(long nowNs) {
        if (nowNs >= killNs) {
            if (killed) {
                List<String> silent = ranks.silentHosts();
                ranks.giveUp();
                report.add(
                        silent.isEmpty()
                                ? "some ranks survived SIGKILL"
                                : "some ranks may still run on " + String.join(", ", silent));
            } else {
                kill();
            }
        } else if (nowNs >= timeLimitNs) {
            timeLimitNs = NEVER;
            exitCode = ExitCode.TIME_LIMIT;
            failedNs = nowNs;
            ending = true;
            String waits = states.describeWaits();
            dumps.print("the time limit of " + timeLimitSeconds + " s has passed");
            if (waits != null) {
                report.add("at the time limit, " + waits);
            }
            report.add("ended by the time limit. Exit code " + exitCode + ".");
            if (isRecorded) {
                terminate("TERM");
            } else {
                kill();
            }
        }
    }

    private void end(String signal) {
        ending = true;
        failedNs = System.nanoTime();
        timeLimitNs = NEVER;
        terminate(signal);
    }

    /** Signals all ranks and starts the grace period. */
    private void terminate(String signal) {
        ranks.signal(signal);
        killNs = System.nanoTime() + graceMs * NANOS_PER_MS;
    }

    private void kill() {
        killed = true;
        ranks.signal("KILL");
        killNs = System.nanoTime() + KILLED_PATIENCE_MS * NANOS_PER_MS;
    }
}
