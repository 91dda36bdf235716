package mpi;

/** What MPI programs of both dialects rely on; every transport passes it. */
public abstract class MpiSuite
        implements PointToPointTests,
                RequestTests,
                LargeMessageTests,
                DatatypeTests,
                DerivedTypeTests,
                BufferedTests,
                CommunicatorTests,
                TopologyTests,
                GroupTests,
                IntercommTests,
                RandomCommunicatorTests,
                AttributeTests,
                InfoTests,
                ErrorHandlerTests,
                ErrorTests,
                BadInputTests,
                LostPeerTests,
                LifeCycleTests,
                LoadTests {}
