package musubi.launch.process;

import musubi.launch.failure.LaunchFailure;
import musubi.launch.job.JobDirectory;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A shell process in a session of its own that outlives mpiexec. It reads the process groups of the
 * ranks from a pipe; at the end of the pipe, whatever ended mpiexec, it kills them and removes the
 * job's files. It also sends signals for mpiexec, since Java cannot send signals by name.
 *
 * <p>Commands, one per line: {@code group G} (watch a group), {@code gone G} (its leader has ended:
 * kill the rest and forget it), {@code last N COMMAND} (run it at the end, unless {@code last N}
 * follows), {@code signal NAME TARGET} (negative: a group), {@code done} (the end is regular).
 *
 * <p>Thread rule: any thread.
 */
public final class Watcher implements AutoCloseable {
    /**
     * After a sudden end a rank may be starting whose group is not known yet. The environment of
     * each rank contains the job id, so a search for it is repeated for a while. Other users see
     * the arguments of a process, but not its environment, so no command has the name of a
     * directory in its arguments.
     */
    private static final String SCRIPT =
            """
            trap '' INT TERM HUP QUIT PIPE TSTP
            exec 2>/dev/null
            job=$1 own=$MUSUBI_WATCHED groups=' ' sudden=yes last=
            shift
            remove() {
              [ -O "$1" ] && [ ! -L "$1" ] || return
              (cd "$1" && exec find . -mindepth 1 -delete)
              find "${1%/*}" -mindepth 1 -maxdepth 1 -name "musubi-$job-[0-9a-f]*" \\
                -user "$(id -u)" -delete
              command -v find >/dev/null || rm -rf "$1"
            }
            while read -r verb a b; do
              case $verb in
                group) groups="$groups$a " ;;
                gone) kill -KILL "-$a"
                  case $groups in *" $a "*) groups="${groups%%" $a "*} ${groups#*" $a "}" ;; esac ;;
                last) last="$last $a" && eval "last$a=\\$b" ;;
                signal) kill "-$a" "$b" || kill "-$a" "${b#-}" ;;
                done) sudden=no ;;
              esac
            done
            for n in $last; do eval "eval \\"\\$last$n\\"" </dev/null >/dev/null & done
            for g in $groups; do kill -KILL "-$g" || kill -KILL "$g"; done
            for pause in 0.02 0.05 0.1 0.2 0.5 1 0; do
              for f in $(grep -lsz "^MUSUBI_JOB=$job\\$" /proc/[0-9]*/environ); do
                p=${f#/proc/}
                kill -KILL "${p%/environ}"
              done
              remove "$own"
              for place; do
                for f in "$place/musubi-$job-"[0-9a-f]*; do remove "$f"; done
              done
              [ $sudden = no ] && exit
              sleep $pause
            done
            """;

    private static final int MAX_STARTS = 5;

    /** Command with a group to be killed at the end of mpiexec. */
    private static final String GROUP = "group ";

    private final JobDirectory directory;
    private final Runnable onEnd;
    private final Set<Long> groups = new LinkedHashSet<>();
    private final Map<Integer, String> lastCommands = new TreeMap<>();
    private Process process;
    private OutputStream commands;
    private int starts;
    private boolean closed;

    /**
     * Starts the process.
     *
     * @param onEnd runs if the process ends before {@link #close}
     */
    public Watcher(JobDirectory directory, Runnable onEnd) {
        this.directory = directory;
        this.onEnd = onEnd;
        start();
    }

    private void start() {
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", SCRIPT));
        words.addAll(List.of("musubi-watcher", directory.jobId()));
        JobDirectory.PLACES.forEach(place -> words.add(place.toString()));
        ProcessBuilder builder =
                new ProcessBuilder(RankProcess.inNewSession(words.toArray(new String[0])));
        builder.environment().put("MUSUBI_WATCHED", directory.path().toString());
        builder.redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD);
        builder.directory(new File("/"));
        try {
            process = builder.start();
        } catch (IOException e) {
            throw LaunchFailure.of("cannot start the watcher process", e).with("cause", e);
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

    /** The process id, for messages and tests. */
    synchronized long pid() {
        return process.pid();
    }

    /**
     * Starts a replacement of a killed watcher, with the same groups, unless a command has done so.
     *
     * @return false after too many restarts; true without one after {@link #close}
     */
    public synchronized boolean restart() {
        if (closed || process.isAlive()) {
            return true;
        }
        if (starts >= MAX_STARTS) {
            return false;
        }
        start();
        groups.forEach(group -> write(GROUP + group));
        lastCommands.forEach((number, shellCommand) -> write(last(number, shellCommand)));
        return true;
    }

    /**
     * Sets a shell command that it runs at the end of mpiexec, whatever its cause.
     *
     * @param number replaces the former command of this number
     * @param shellCommand empty for none
     */
    public synchronized void atEnd(int number, String shellCommand) {
        lastCommands.put(number, shellCommand);
        command(last(number, shellCommand));
    }

    private static String last(int number, String shellCommand) {
        return "last " + number + " " + shellCommand;
    }

    /** Adds a group to be killed at the end of mpiexec. */
    public synchronized void watch(long group) {
        groups.add(group);
        command(GROUP + group);
    }

    /** Kills the rest of a group whose leader has ended, and removes it. */
    public synchronized void forget(long group) {
        groups.remove(group);
        command("gone " + group);
    }

    /** Sends a signal, named without SIG, to a group. */
    synchronized void signalGroup(String name, long group) {
        command("signal " + name + " -" + group);
    }

    /** Sends a signal, named without SIG, to a process. */
    public synchronized void signal(String name, long pid) {
        command("signal " + name + " " + pid);
    }

    /**
     * Sends a command; to a replacement if the process was killed, so that no signal is lost.
     * Without effect after {@link #close}, since the process is in its final cleanup.
     */
    private void command(String line) {
        if (closed || write(line)) {
            return;
        }
        awaitEnd();
        if (!restart()) {
            onEnd.run();
        } else if (!line.startsWith(GROUP)) {
            write(line);
        }
    }

    /** Waits for the end of a process that no longer reads commands. */
    private void awaitEnd() {
        try {
            process.destroyForcibly().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Writes a line; false if the process has ended. */
    private boolean write(String line) {
        try {
            commands.write((line + "\n").getBytes(StandardCharsets.US_ASCII));
            commands.flush();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** Starts its final cleanup, after which it ends. */
    @Override
    public synchronized void close() {
        command("done");
        closed = true;
        try {
            commands.close();
        } catch (IOException e) {
            process.destroyForcibly();
        }
    }
}
