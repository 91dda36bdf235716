package imb.operation;

/** A benchmark that IMB does not define for the number of ranks. */
public final class UnfitRanks extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    UnfitRanks(String message) {
        super(message);
    }
}
