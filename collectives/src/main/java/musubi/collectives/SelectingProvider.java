package musubi.collectives;

import musubi.coll.CollectiveProvider;
import musubi.coll.Collectives;
import musubi.collectives.model.CostTable;
import musubi.collectives.schedule.Nodes;
import musubi.collectives.schedule.Torus;
import musubi.collectives.selection.FallBacks;
import musubi.comm.Communicator;

import java.util.function.Function;

/** Provides collective operations whose algorithms are selected call by call. */
public final class SelectingProvider implements CollectiveProvider {
    private final FallBacks fallBacks =
            new FallBacks(line -> System.err.println("musubi: " + line));

    /** The node of each rank of the job, once it is known. */
    private Nodes ofWorld;

    private CostTable table;
    private boolean tableIsRead;

    public SelectingProvider() {}

    @Override
    public Collectives bind(Communicator comm, Function<String, String> setting) {
        Nodes nodes = comm.isInter() ? null : nodesOf(comm, setting);
        Torus torus = comm.isInter() ? null : JobTorus.of(comm, nodes, setting);
        Selection selection = Selection.of(comm, setting, fallBacks, table(setting));
        return new SelectedCollectives(comm, selection, nodes, torus);
    }

    private CostTable table(Function<String, String> setting) {
        if (!tableIsRead) {
            table = TableSetting.read(setting);
            tableIsRead = true;
        }
        return table;
    }

    private Nodes nodesOf(Communicator comm, Function<String, String> setting) {
        if (ofWorld == null) {
            ofWorld = ofWorld(comm, setting);
        }
        return Nodes.of(comm.size(), rank -> ofWorld.of(comm.worldRank(rank)));
    }

    private static Nodes ofWorld(Communicator comm, Function<String, String> setting) {
        long perNode = CollectiveSettings.RANKS_PER_NODE.number(setting);
        int[] nodes = comm.owner().bootstrap().nodes();
        for (int rank = 0; perNode > 0 && rank < nodes.length; rank++) {
            nodes[rank] = (int) (rank / perNode);
        }
        return Nodes.of(nodes);
    }
}
