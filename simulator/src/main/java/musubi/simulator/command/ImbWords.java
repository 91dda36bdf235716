package musubi.simulator.command;

import imb.ImbArguments;

import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Stack;

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
        ofJmh = ofJmh.stream().map(Mark::remove).toList();
        ImbWords parsed = new ImbWords(new ArrayList<>(), new ArrayList<>(), ofJmh);
        boolean foreign = false;
        for (int i = 0; i < end; i++) {
            String word = Mark.remove(words.get(i));
            int own = ImbArguments.wordsOf(word);
            foreign = own == 0 && !ImbArguments.isName(word) && (foreign || word.startsWith("-"));
            (foreign ? parsed.ofMpiexec : parsed.ofImb).add(word);
            if (own == 2 && i + 1 < end) {
                parsed.ofImb.add(Mark.remove(words.get(++i)));
            }
        }
        return parsed;
    }

    /** What mpiexec binds ranks to; none by default. */
    String binding() {
        int at = Math.max(ofMpiexec.indexOf("--bind-to"), ofMpiexec.indexOf("-bind-to"));
        return at >= 0 && at + 1 < ofMpiexec.size() ? ofMpiexec.get(at + 1) : "none";
    }

    /**
     * Marks words with one dash that this command does not have, so that picocli takes them as
     * words: it takes -npmin for -n and -host for -h.
     */
    static final class Mark implements IParameterPreprocessor {
        private static final String MARK = "\0";

        Mark() {}

        @Override
        public boolean preprocess(
                Stack<String> words, CommandSpec spec, ArgSpec option, Map<String, Object> info) {
            words.replaceAll(word -> isForeign(word, spec) ? MARK + word : word);
            return false;
        }

        private static boolean isForeign(String word, CommandSpec spec) {
            return word.startsWith("-")
                    && !word.startsWith(END)
                    && !spec.optionsMap().containsKey(word);
        }

        static String remove(String word) {
            return word.startsWith(MARK) ? word.substring(MARK.length()) : word;
        }
    }
}
