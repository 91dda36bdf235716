package musubi.collectives;

import musubi.coll.CollectiveContext;
import musubi.coll.CollectiveProvider;
import musubi.coll.Collectives;
import musubi.collectives.model.CostTable;
import musubi.collectives.selection.CollectiveSettings;
import musubi.collectives.selection.CostTableSetting;
import musubi.collectives.selection.Fallbacks;
import musubi.collectives.selection.SelectorChain;
import musubi.collectives.selection.VirtualTorus;
import musubi.collectives.topology.NodeMap;
import musubi.collectives.topology.SiteLevel;
import musubi.collectives.topology.Torus;
import musubi.config.Setting;

import java.util.function.Function;

/** Provider of collective operations with an algorithm for each call shape. */
public final class SelectingProvider implements CollectiveProvider {
    private final Fallbacks fallbacks =
            new Fallbacks(line -> System.err.println("musubi: " + line));

    /** The node of each rank of the job, after its first use. */
    private NodeMap ofWorld;

    private CostTable table;
    private boolean tableIsRead;

    public SelectingProvider() {}

    @Override
    public Collectives bind(CollectiveContext comm, Function<String, String> setting) {
        NodeMap nodes = comm.isInter() ? null : nodesOf(comm, setting);
        Torus torus = comm.isInter() ? null : VirtualTorus.of(comm, nodes, setting);
        SelectorChain selection = SelectorChain.of(comm, setting, fallbacks, table(setting));
        return new SelectedCollectives(comm, selection, nodes, sitesOf(comm, setting), torus);
    }

    private SiteLevel sitesOf(CollectiveContext comm, Function<String, String> setting) {
        CollectiveContext all = comm.all();
        SiteLevel sites =
                SiteLevel.of(
                        all.size(),
                        rank -> world(comm, setting).of(all.worldRank(rank)),
                        comm.services().grid().agreed());
        return sites == null ? null : sites.withLongPaths(Setting.LONG_PATH.number(setting));
    }

    private CostTable table(Function<String, String> setting) {
        if (!tableIsRead) {
            table = CostTableSetting.read(setting);
            tableIsRead = true;
        }
        return table;
    }

    private NodeMap nodesOf(CollectiveContext comm, Function<String, String> setting) {
        NodeMap world = world(comm, setting);
        return NodeMap.of(comm.size(), rank -> world.of(comm.worldRank(rank)));
    }

    private NodeMap world(CollectiveContext comm, Function<String, String> setting) {
        if (ofWorld == null) {
            ofWorld = ofWorld(comm, setting);
        }
        return ofWorld;
    }

    private static NodeMap ofWorld(CollectiveContext comm, Function<String, String> setting) {
        long perNode = CollectiveSettings.RANKS_PER_NODE.number(setting);
        int[] nodes = comm.services().job().nodes();
        for (int rank = 0; perNode > 0 && rank < nodes.length; rank++) {
            nodes[rank] = (int) (rank / perNode);
        }
        return NodeMap.of(nodes);
    }
}
