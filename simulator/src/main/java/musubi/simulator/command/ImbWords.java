package musubi.simulator.command;

import imb.ImbArguments;

import java.util.ArrayList;
import java.util.List;

/**
 * The words of {@code musubi imb}, by the program that they are for. Options with one dash that IMB
 * has are IMB's, other options are those of mpiexec, with the words behind them that are no names.
 *
 * @param ofImb names and options of IMB
 * @param ofJmh the words after --
 */
record ImbWords(List<String> ofMpiexec, List<String> ofImb, List<String> ofJmh) {
    private static final String END = "--";

    static ImbWords parse(List<String> words) {
        int end = words.contains(END) ? words.indexOf(END) : words.size();
        List<String> ofJmh = words.subList(Math.min(end + 1, words.size()), words.size());
        ImbWords parsed = new ImbWords(new ArrayList<>(), new ArrayList<>(), ofJmh);
        boolean foreign = false;
        for (int i = 0; i < end; i++) {
            String word = words.get(i);
            int own = ImbArguments.wordsOf(word);
            foreign = own == 0 && !ImbArguments.isName(word) && (foreign || word.startsWith("-"));
            (foreign ? parsed.ofMpiexec : parsed.ofImb).add(word);
            if (own == 2 && i + 1 < end) {
                parsed.ofImb.add(words.get(++i));
            }
        }
        return parsed;
    }

    /** What mpiexec binds ranks to; none by default. */
    String binding() {
        int at = Math.max(ofMpiexec.indexOf("--bind-to"), ofMpiexec.indexOf("-bind-to"));
        return at >= 0 && at + 1 < ofMpiexec.size() ? ofMpiexec.get(at + 1) : "none";
    }
}
