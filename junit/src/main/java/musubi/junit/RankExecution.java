package musubi.junit;

import musubi.embedded.EmbeddedRank;

import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.EngineFilter;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.opentest4j.TestAbortedException;

import java.util.List;

/**
 * The test on one rank: JUnit runs the invocation with the classes of the rank.
 *
 * <p>Thread rule: the main thread of the rank.
 */
final class RankExecution implements TestExecutionListener {
    private static final String ENGINE = "engine";
    private static final String JUPITER = "junit-jupiter";

    private final EmbeddedRank rank;
    private final MpiTest test;
    private final String invocation;
    private int testsRun;
    private Throwable failure;

    /**
     * A rank before its start.
     *
     * @param invocation the unique id of the invocation in the test JVM
     */
    RankExecution(EmbeddedRank rank, MpiTest test, String invocation) {
        this.rank = rank;
        this.test = test;
        this.invocation = invocation;
    }

    /** Runs the test from Init to Finalize. */
    RankOutcome run() {
        try {
            if (test.initialise()) {
                rank.initialise();
            }
            runTest();
            if (failure == null) {
                rank.leave();
            }
        } catch (Throwable e) {
            failed(e);
        }
        if (rank.hasEnded()) {
            failure = new AssertionError("the program has exited with code " + rank.exitCode());
        }
        rank.end();
        return new RankOutcome(rank.number(), failure);
    }

    private void runTest() {
        LauncherConfig config =
                LauncherConfig.builder()
                        .enableLauncherSessionListenerAutoRegistration(false)
                        .enableLauncherDiscoveryListenerAutoRegistration(false)
                        .enablePostDiscoveryFilterAutoRegistration(false)
                        .enableTestExecutionListenerAutoRegistration(false)
                        .build();
        LauncherDiscoveryRequest request =
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(DiscoverySelectors.selectUniqueId(idOnRank()))
                        .filters(EngineFilter.includeEngines(JUPITER))
                        .configurationParameter("junit.jupiter.execution.parallel.enabled", "false")
                        .build();
        LauncherFactory.create(config).execute(request, this);
        if (testsRun == 0 && failure == null) {
            failed(new AssertionError("JUnit does not find the test on the rank: " + invocation));
        }
    }

    /** The id without the segments of engines around Jupiter, such as a suite. */
    private UniqueId idOnRank() {
        List<UniqueId.Segment> segments = UniqueId.parse(invocation).getSegments();
        int last = 0;
        for (int i = 0; i < segments.size(); i++) {
            last = segments.get(i).getType().equals(ENGINE) ? i : last;
        }
        UniqueId id = UniqueId.forEngine(segments.get(last).getValue());
        for (UniqueId.Segment segment : segments.subList(last + 1, segments.size())) {
            id = id.append(segment);
        }
        return id;
    }

    @Override
    public void executionSkipped(TestIdentifier identifier, String reason) {
        failed(new TestAbortedException(reason));
    }

    @Override
    public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
        testsRun += identifier.isTest() ? 1 : 0;
        result.getThrowable().ifPresent(this::failed);
    }

    private void failed(Throwable next) {
        if (failure == null || failure instanceof TestAbortedException) {
            failure = next;
        } else if (failure != next) {
            failure.addSuppressed(next);
        }
    }
}
