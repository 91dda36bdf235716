package mpi;

/** The tests of MPI calls in both dialects; every transport passes them. */
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
                ObjectMessageTests,
                LostPeerTests,
                LifeCycleTests,
                NativeBufferTests,
                LoadTests {}
