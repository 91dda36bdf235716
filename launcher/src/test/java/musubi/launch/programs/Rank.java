package musubi.launch.programs;

import musubi.bootstrap.Bootstrap;
import musubi.bootstrap.pmi.BootstrapSelector;

import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A rank with an action given by its arguments, for some actions with the acting rank. */
public final class Rank {
    private final Map<String, String> environment = System.getenv();

    private Rank() {}

    public static void main(String[] arguments) throws InterruptedException {
        Rank rank = new Rank();
        int number = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 0;
        switch (arguments[0]) {
            case "epochs" -> rank.epochs(number);
            case "abort" -> rank.abort(number);
            case "no-finalize" -> rank.endWithoutFinalize();
            case "late-failure" -> rank.failAfterFinalize(number);
            case "stuck" -> rank.missAFence();
            case "lines" -> rank.printLines(number);
            case "keys" -> rank.shareKeys(number);
            default -> throw new IllegalArgumentException("no such action: " + arguments[0]);
        }
    }

    private Bootstrap open() {
        return BootstrapSelector.fromEnvironment(environment);
    }

    private void epochs(int count) {
        for (int epoch = 0; epoch < count; epoch++) {
            try (Bootstrap bootstrap = open()) {
                int last = bootstrap.worldSize() - 1;
                boolean fresh = bootstrap.get("old-" + last) == null;
                bootstrap.put("of-" + bootstrap.worldRank(), bootstrap.jobId());
                bootstrap.fence();
                System.out.println(
                        (bootstrap.worldRank() + "/" + bootstrap.worldSize())
                                + (" epoch " + epoch)
                                + (" same " + bootstrap.jobId().equals(bootstrap.get("of-" + last)))
                                + (" fresh " + fresh));
                bootstrap.put("old-" + bootstrap.worldRank(), "1");
                bootstrap.fence();
                bootstrap.leave();
            }
        }
    }

    private void abort(int code) throws InterruptedException {
        try (Bootstrap bootstrap = open()) {
            bootstrap.fence();
            if (bootstrap.worldRank() == 1) {
                bootstrap.abort(code, "cannot go on");
            }
            TimeUnit.SECONDS.sleep(600);
        }
    }

    private void endWithoutFinalize() throws InterruptedException {
        Bootstrap bootstrap = open();
        bootstrap.fence();
        if (bootstrap.worldRank() != 1) {
            TimeUnit.SECONDS.sleep(600);
        }
        System.exit(0);
    }

    private void failAfterFinalize(int code) throws InterruptedException {
        int own;
        try (Bootstrap bootstrap = open()) {
            own = bootstrap.worldRank();
            bootstrap.fence();
            bootstrap.leave();
        }
        if (own == 1) {
            System.exit(code);
        }
        TimeUnit.MILLISECONDS.sleep(500);
        System.out.println("rank " + own + " ended in its own time");
    }

    private void missAFence() {
        try (Bootstrap bootstrap = open()) {
            if (bootstrap.worldRank() != 1) {
                bootstrap.fence();
            }
            bootstrap.leave();
        }
    }

    /**
     * Twice each rank puts {@code count} values and gets those of all; then it looks up as many
     * that do not exist.
     */
    private void shareKeys(int count) {
        // Hydra accepts no second value for a key.
        boolean again = environment.containsKey("MUSUBI_PMI");
        try (Bootstrap bootstrap = open()) {
            for (int round = 0; round < 2; round++) {
                shareKeys(bootstrap, count, again ? "key-" : "key-" + round + "-", "v" + round);
            }
            bootstrap.leave();
        }
    }

    private static void shareKeys(Bootstrap bootstrap, int count, String key, String value) {
        int own = bootstrap.worldRank();
        int all = bootstrap.worldSize() * count;
        for (int i = own * count; i < (own + 1) * count; i++) {
            bootstrap.put(key + i, value + "-" + i);
        }
        bootstrap.fence();
        long startNs = System.nanoTime();
        for (int i = 0; i < all; i++) {
            String found = bootstrap.get(key + i);
            if (!(value + "-" + i).equals(found)) {
                throw new IllegalStateException(key + i + ": " + found);
            }
        }
        long foundNs = System.nanoTime();
        for (int i = 0; i < all; i++) {
            bootstrap.get("none-" + i);
        }
        long endNs = System.nanoTime();
        // In one piece, so that lines of ranks do not mix.
        System.out.println(
                "rank %d: %d values in %d ns each, none in %d ns each"
                        .formatted(own, all, (foundNs - startNs) / all, (endNs - foundNs) / all));
        bootstrap.fence();
    }

    private void printLines(int count) {
        StringBuilder text = new StringBuilder();
        String rank = environment.get("PMI_RANK");
        for (int i = 0; i < count; i++) {
            text.append("rank ").append(rank).append(" says ").append(i).append('\n');
            if (text.length() > 5_000) {
                System.out.print(text);
                text.setLength(0);
            }
        }
        System.out.print(text);
    }
}
