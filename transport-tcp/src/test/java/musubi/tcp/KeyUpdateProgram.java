package musubi.tcp;

import musubi.adi.Endpoint;

import java.util.List;
import java.util.Map;

/** Sends more over TLS than one key may encrypt; prints the number of messages received. */
final class KeyUpdateProgram {
    private static final int MESSAGES = 300;
    private static final int BYTES = 60_000;

    private KeyUpdateProgram() {}

    public static void main(String[] arguments) {
        Map<String, String> settings = TcpTlsTransportContractTest.TLS;
        try (TcpJob job = new TcpJob(2)) {
            job.join(settings);
            job.join(settings);
            Endpoint there = job.connect(0, 1);
            Endpoint back = job.connect(1, 0);
            for (int i = 0; i < MESSAGES; i++) {
                job.send(there, i, new byte[BYTES]);
                if (i % 10 == 0) {
                    job.send(back, i, new byte[8]);
                }
            }
            job.pollUntil(() -> job.tags(1).size() == MESSAGES);
            job.pollUntil(() -> job.tags(0).size() == MESSAGES / 10);
            boolean whole = job.inbounds.stream().allMatch(i -> i.lostPeers.equals(List.of()));
            System.out.println("arrived " + job.tags(1).size() + " whole " + whole);
        }
    }
}
