/**
 * The MPI façade ({@code mpi}), the core ({@code musubi.*}) and the Grid ADI ({@code musubi.adi}).
 */
module musubi.core {
    exports mpi;
    exports musubi.adi;
    exports musubi.bootstrap;
    exports musubi.error;

    provides musubi.adi.TransportProvider with
            musubi.self.SelfTransportProvider;
}
