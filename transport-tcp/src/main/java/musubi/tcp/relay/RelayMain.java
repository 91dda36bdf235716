package musubi.tcp.relay;

import musubi.config.HostAddress;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The process of a relay, which the launcher starts. It reads lines from standard input and ends
 * with it:
 *
 * <pre>
 *   start ID SITE JOB HOST FIRST-PORT LAST-PORT BUFFER-BYTES [SECRET in base 64]
 *   peer ID SITE HOST:PORT      another relay
 *   join                        all relays are named: call those of other sites
 * </pre>
 *
 * <p>and writes lines to standard output: {@code listening HOST:PORT}; {@code reached ID} and
 * {@code missed ID} when a call to a relay has succeeded or failed; {@code failed CAUSE}; and at
 * the end {@code copied CIRCUITS BYTES}.
 */
public final class RelayMain {
    private static final Pattern SPACE = Pattern.compile(" ");
    private static final int WORDS = 8;
    private static final int PEER_WORDS = 4;

    private final PrintStream out;
    private final List<RelayPeer> peers = new ArrayList<>();
    private RelayServer server;
    private String site;

    private RelayMain(PrintStream out) {
        this.out = out;
    }

    /** Runs until the end of standard input. */
    public static void main(String[] args) throws IOException {
        new RelayMain(System.out)
                .run(new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)));
    }

    private void run(BufferedReader in) throws IOException {
        Thread thread = null;
        try {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                String[] words = SPACE.split(line);
                switch (words[0]) {
                    case "start" -> thread = start(words);
                    case "peer" -> addPeer(words, line);
                    case "join" -> join();
                    default -> throw new IOException("not a line for a relay: " + words[0]);
                }
            }
            if (thread != null) {
                server.close();
                thread.join();
                RelayCounters counters = server.counters();
                print("copied " + counters.circuits() + " " + counters.bytes());
            }
        } catch (IOException e) {
            print("failed " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Thread start(String[] words) throws IOException {
        if (words.length < WORDS) {
            throw new IOException("start with " + words.length + " words");
        }
        byte[] secret = words.length > WORDS ? Base64.getDecoder().decode(words[WORDS]) : null;
        site = words[2];
        server =
                RelayServer.open(
                        new RelayOptions(
                                Integer.parseInt(words[1]),
                                new RelayKey(words[3], secret),
                                InetAddress.getByName(words[4]),
                                Integer.parseInt(words[5]),
                                Integer.parseInt(words[6]),
                                Long.parseLong(words[7])),
                        (id, success) -> print((success ? "reached " : "missed ") + id));
        InetSocketAddress address = server.address();
        print("listening " + HostAddress.format(address));
        return Thread.ofPlatform().name("relay").daemon().start(this::serve);
    }

    private void join() throws IOException {
        if (server == null) {
            throw new IOException("join before start");
        }
        server.join(site, List.copyOf(peers));
    }

    /** Ends the process if the server fails. */
    private void serve() {
        try {
            server.run();
        } catch (IllegalStateException e) {
            print("failed " + e.getMessage() + ": " + e.getCause());
            Runtime.getRuntime().halt(1);
        }
    }

    private void addPeer(String[] words, String line) throws IOException {
        InetSocketAddress address = words.length == PEER_WORDS ? HostAddress.parse(words[3]) : null;
        if (address == null) {
            throw new IOException("not a relay: " + line);
        }
        peers.add(new RelayPeer(Integer.parseInt(words[1]), words[2], address));
    }

    private synchronized void print(String line) {
        out.println(line);
        out.flush();
    }
}
