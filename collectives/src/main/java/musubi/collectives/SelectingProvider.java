package musubi.collectives;

import musubi.coll.CollectiveProvider;
import musubi.coll.Collectives;
import musubi.comm.Communicator;

import java.util.function.Function;

/** Provides collective operations whose algorithms are selected call by call. */
public final class SelectingProvider implements CollectiveProvider {
    public SelectingProvider() {}

    @Override
    public Collectives bind(Communicator comm, Function<String, String> setting) {
        Selection selection = Selection.of(comm, setting);
        return new SelectedCollectives(comm, selection, JobTorus.of(comm, setting));
    }
}
