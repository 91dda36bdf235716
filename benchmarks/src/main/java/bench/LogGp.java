package bench;

/**
 * The parameters of LogGP (Alexandrov, Ionescu, Schauser, Scheiman: LogGP, SPAA 1995; LogP: Culler
 * and others, PPoPP 1993) and of Hockney's line (Parallel Computing 20, 1994), of one kind of
 * transfer. Times are seconds.
 *
 * <ul>
 *   <li>o, overhead: processor time of the call that starts the transfer, without its completion;
 *       for messages the mean of that of the sender and of the receiver. At the smallest size.
 *   <li>L, latency: the rest of the time of the smallest transfer. A message of n bytes takes o + L
 *       + (n - 1) G + o; an access that is complete at the target, and known to be so at the
 *       origin, o + 2 L + (n - 1) G.
 *   <li>g, gap, and G, gap per byte: a transfer of n bytes in a saturated stream takes g + (n - 1)
 *       G.
 *   <li>N½: the size at which half the asymptotic bandwidth r is reached by single transfers, whose
 *       time is t0 + n / r: N½ = t0 r.
 * </ul>
 *
 * <p>Lines are fitted by {@link LineFit}.
 *
 * @param streamResidual relative residual of the line of g and G
 * @param singleResidual relative residual of the line of N½
 */
record LogGp(
        double overhead,
        double latency,
        double gap,
        double gapPerByte,
        double halfSize,
        double streamResidual,
        double singleResidual) {
    /**
     * Medians of one kind of transfer by size, ascending.
     *
     * @param single a message one way, or an access with its completion
     * @param streamed one of many transfers that are completed together
     * @param sending the call that starts the transfer
     * @param receiving the calls of the receiver of a message that is already there; empty for an
     *     access, in which the target takes no part
     */
    record Medians(
            double[] bytes,
            double[] single,
            double[] streamed,
            double[] sending,
            double[] receiving) {}

    /** Fits the parameters. */
    static LogGp of(Medians times) {
        double[] others = times.bytes().clone();
        for (int i = 0; i < others.length; i++) {
            others[i] -= 1;
        }
        LineFit stream = LineFit.through(others, times.streamed());
        LineFit single = LineFit.through(times.bytes(), times.single());
        boolean hasReceiver = times.receiving().length > 0;
        double sending = times.sending()[0];
        double rest = times.single()[0] - sending - others[0] * stream.slope();
        return new LogGp(
                hasReceiver ? (sending + times.receiving()[0]) / 2 : sending,
                hasReceiver ? rest - times.receiving()[0] : rest / 2,
                stream.intercept(),
                stream.slope(),
                single.intercept() / single.slope(),
                stream.residual(),
                single.residual());
    }
}
