package musubi.observe;

import musubi.config.Setting;
import musubi.config.Settings;
import musubi.observe.rankrecord.RecordView;

import java.lang.management.ManagementFactory;
import java.util.Map;

import javax.management.JMException;
import javax.management.ObjectName;

/**
 * The MXBean of a rank. Registered on request only, so that no rank starts the platform's MBean
 * server needlessly.
 */
public final class RankBean implements RankMXBean, AutoCloseable {
    private static final String REMOTE = "com.sun.management.jmxremote";

    private final PerformanceVariables variables;
    private final ObjectName name;

    private RankBean(PerformanceVariables variables) throws JMException {
        this.variables = variables;
        RecordView view = variables.view();
        name = new ObjectName("musubi:type=Rank,job=" + view.job() + ",rank=" + view.rank());
        ManagementFactory.getPlatformMBeanServer().registerMBean(this, name);
    }

    /** Registers the MXBean of a rank if that is set; else null. */
    public static RankBean register(PerformanceVariables variables, Settings settings) {
        boolean remote =
                System.getProperty(REMOTE) != null || System.getProperty(REMOTE + ".port") != null;
        if (!remote && !settings.isOn(Setting.OBSERVE_JMX)) {
            return null;
        }
        try {
            return new RankBean(variables);
        } catch (JMException e) {
            System.err.println("musubi: no MXBean of the rank: cause=" + e);
            return null;
        }
    }

    @Override
    public int getRank() {
        return variables.view().rank();
    }

    @Override
    public int getSize() {
        return variables.view().size();
    }

    @Override
    public String getJob() {
        return variables.view().job();
    }

    @Override
    public boolean isWaiting() {
        return variables.view().value("wait.since") != 0;
    }

    @Override
    public long getWaitedNs() {
        return variables.view().waitedNs();
    }

    @Override
    public long getUnexpectedMessages() {
        return variables.view().value("unexpected.messages");
    }

    @Override
    public long getSentMessages() {
        return variables.view().sum("sent.messages.");
    }

    @Override
    public long getSentBytes() {
        return variables.view().sum("sent.bytes.");
    }

    @Override
    public long getReceivedMessages() {
        return variables.view().sum("received.messages.");
    }

    @Override
    public long getReceivedBytes() {
        return variables.view().sum("received.bytes.");
    }

    @Override
    public Map<String, Long> getCounters() {
        return variables.snapshot();
    }

    @Override
    public void close() {
        try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
        } catch (JMException e) {
            // It has been unregistered already.
            return;
        }
    }
}
