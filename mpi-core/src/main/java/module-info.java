/**
 * The MPI façade ({@code mpi}), the core ({@code musubi.*}) and the Grid ADI ({@code musubi.adi}).
 */
module musubi.core {
    requires java.management;
    requires jdk.jfr;
    requires jdk.management;
    requires jdk.unsupported;
    requires org.agrona;

    exports mpi;
    exports mpjbuf;
    exports mpjdev;
    exports nicam;
    exports nicam.vector;
    exports xdev;
    exports musubi to
            musubi.collectives,
            musubi.simulator;
    exports musubi.adi;
    exports musubi.bootstrap to
            musubi.collectives,
            musubi.launcher,
            musubi.simulator;
    exports musubi.bootstrap.deadlock to
            musubi.launcher;
    exports musubi.bootstrap.pmi to
            musubi.launcher;
    exports musubi.coll to
            musubi.collectives,
            musubi.simulator;
    exports musubi.comm to
            musubi.collectives,
            musubi.simulator;
    exports musubi.config;
    exports musubi.embedded to
            musubi.junit,
            musubi.simulator;
    exports musubi.error;
    exports musubi.event to
            musubi.collectives;
    exports musubi.grid to
            musubi.collectives,
            musubi.simulator;
    exports musubi.group to
            musubi.collectives,
            musubi.simulator;
    exports musubi.ledger to
            musubi.simulator;
    exports musubi.memory;
    exports musubi.observe;
    exports musubi.observe.rankrecord;
    exports musubi.op to
            musubi.collectives;
    exports musubi.progress to
            musubi.collectives,
            musubi.simulator;
    exports musubi.pt2pt to
            musubi.collectives,
            musubi.simulator;
    exports musubi.pt2pt.matching to
            musubi.simulator;
    exports musubi.pt2pt.request to
            musubi.collectives,
            musubi.simulator;
    exports musubi.pvas to
            musubi.launcher;
    exports musubi.region;
    exports musubi.replay.journal to
            musubi.journal;
    exports musubi.tls to
            musubi.launcher,
            musubi.tcp;
    exports musubi.topo to
            musubi.collectives,
            musubi.simulator;
    exports musubi.type to
            musubi.collectives,
            musubi.simulator;
    exports musubi.type.buffer to
            musubi.collectives;
    exports musubi.type.object to
            musubi.collectives;
    exports musubi.type.signature to
            musubi.collectives;

    uses musubi.adi.TransportProvider;
    uses musubi.coll.CollectiveProvider;
    uses musubi.config.SettingSource;
    uses musubi.replay.journal.JournalProvider;

    provides musubi.adi.TransportProvider with
            musubi.self.SelfTransportProvider;
    provides musubi.config.SettingSource with
            musubi.config.CoreSettings,
            musubi.config.LaunchVariables,
            musubi.grid.GridSettings;
}
