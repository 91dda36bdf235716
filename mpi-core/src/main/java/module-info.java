/**
 * The MPI façade ({@code mpi}), the core ({@code musubi.*}) and the Grid ADI ({@code musubi.adi}).
 */
module musubi.core {
    requires java.management;
    requires jdk.jfr;
    requires jdk.management;

    exports mpi;
    exports mpjbuf;
    exports musubi to
            musubi.collectives;
    exports musubi.adi;
    exports musubi.bootstrap;
    exports musubi.config;
    exports musubi.error;
    exports musubi.memory;
    exports musubi.observe;
    exports musubi.replay;
    exports musubi.coll to
            musubi.collectives;
    exports musubi.comm to
            musubi.collectives;
    exports musubi.topo to
            musubi.collectives;
    exports musubi.pvas;
    exports musubi.tls;
    exports musubi.op to
            musubi.collectives;
    exports musubi.progress to
            musubi.collectives;
    exports musubi.pt2pt to
            musubi.collectives;
    exports musubi.type to
            musubi.collectives;

    uses musubi.adi.TransportProvider;
    uses musubi.coll.CollectiveProvider;
    uses musubi.config.SettingSource;
    uses musubi.replay.JournalProvider;

    provides musubi.adi.TransportProvider with
            musubi.self.SelfTransportProvider;
    provides musubi.config.SettingSource with
            musubi.config.CoreSettings,
            musubi.config.LaunchVariables;
}
