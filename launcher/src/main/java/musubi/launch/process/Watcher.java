package musubi.launch.process;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.job.JobDirectory;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * A small shell process in a session of its own that outlives mpiexec: it reads the process groups
 * of the ranks from a pipe, and when the pipe ends, however mpiexec ended, it kills them and
 * removes the job's files. It also sends signals on mpiexec's behalf, because Java cannot name a
 * signal.
 *
 * <p>Commands, one per line: {@code group G} (watch it), {@code gone G} (its leader has ended: kill
 * the rest, forget it), {@code signal NAME TARGET} (negative: a group), {@code done} (what follows
 * is an ordinary end).
 *
 * <p>Thread rule: any thread.
 */
public final class Watcher implements AutoCloseable {
    /**
     * After a sudden end a rank may be on its way that no group line names yet; every rank carries
     * the job's id in its environment, so the search by that is repeated for a while.
     */
    private static final String SCRIPT =
            """
            trap '' INT TERM HUP QUIT PIPE TSTP
            exec 2>/dev/null
            job=$1 dir=$2 shm=$3 groups=' ' sudden=yes
            while read -r verb a b; do
              case $verb in
                group) groups="$groups$a " ;;
                gone) kill -KILL "-$a"
                  case $groups in *" $a "*) groups="${groups%%" $a "*} ${groups#*" $a "}" ;; esac ;;
                signal) kill "-$a" "$b" || kill "-$a" "${b#-}" ;;
                done) sudden=no ;;
              esac
            done
            for g in $groups; do kill -KILL "-$g" || kill -KILL "$g"; done
            for pause in 0.02 0.05 0.1 0.2 0; do
              for f in $(grep -lsz "^MUSUBI_JOB=$job\\$" /proc/[0-9]*/environ); do
                p=${f#/proc/}
                kill -KILL "${p%/environ}"
              done
              rm -rf "$dir"
              rm -rf "$shm$job"*
              [ $sudden = no ] && exit
              sleep $pause
            done
            """;

    private static final int MAX_STARTS = 5;

    private final JobDirectory directory;
    private final Runnable onEnd;
    private final Set<Long> groups = new LinkedHashSet<>();
    private Process process;
    private OutputStream commands;
    private int starts;
    private boolean closed;

    /**
     * Starts the process.
     *
     * @param onEnd runs when it ends before {@link #close}
     */
    public Watcher(JobDirectory directory, Runnable onEnd) {
        this.directory = directory;
        this.onEnd = onEnd;
        start();
    }

    private void start() {
        String sharedMemory =
                JobDirectory.SHARED_MEMORY.resolve(JobDirectory.SHARED_MEMORY_PREFIX).toString();
        ProcessBuilder builder =
                new ProcessBuilder(
                        RankProcess.inNewSession(
                                "/bin/sh",
                                "-c",
                                SCRIPT,
                                "musubi-watcher",
                                directory.jobId(),
                                directory.path().toString(),
                                sharedMemory));
        builder.redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD);
        builder.directory(new File("/"));
        try {
            process = builder.start();
        } catch (IOException e) {
            throw LaunchFailure.of("cannot start the watcher process: cause=" + e, e);
        }
        commands = process.getOutputStream();
        starts++;
        Process started = process;
        started.onExit().thenRun(() -> ended(started));
    }

    private void ended(Process which) {
        boolean sudden;
        synchronized (this) {
            sudden = !closed && which == process;
        }
        if (sudden) {
            onEnd.run();
        }
    }

    /** The process id, for people and tests. */
    synchronized long pid() {
        return process.pid();
    }

    /**
     * Starts another one in the place of one that was killed, and tells it the same.
     *
     * @return whether there is a watcher again
     */
    public synchronized boolean restart() {
        if (starts >= MAX_STARTS) {
            return false;
        }
        start();
        for (long group : groups) {
            command("group " + group);
        }
        return true;
    }

    /** Kills this group when mpiexec ends. */
    public synchronized void watch(long group) {
        groups.add(group);
        command("group " + group);
    }

    /** The group's leader has ended: kills what is left of the group and forgets it. */
    public synchronized void forget(long group) {
        groups.remove(group);
        command("gone " + group);
    }

    /** Sends this signal, named without SIG, to a group. */
    synchronized void signalGroup(String name, long group) {
        command("signal " + name + " -" + group);
    }

    /** Sends this signal, named without SIG, to one process. */
    public synchronized void signal(String name, long pid) {
        command("signal " + name + " " + pid);
    }

    private void command(String line) {
        try {
            commands.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
            commands.flush();
        } catch (IOException e) {
            // It has just been killed; its end is reported, and the next one hears of the groups.
            onEnd.run();
        }
    }

    /** Lets it do its last sweep and end. */
    @Override
    public synchronized void close() {
        closed = true;
        command("done");
        try {
            commands.close();
        } catch (IOException e) {
            process.destroyForcibly();
        }
    }
}
