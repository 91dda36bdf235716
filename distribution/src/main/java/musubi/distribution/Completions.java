package musubi.distribution;

import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The completions of a command for bash and zsh: its options and subcommands, the words that an
 * option allows, else files.
 *
 * @param names the names that the command is called by; the first names the functions
 */
record Completions(List<String> names, CommandLine command) {
    /** A placeholder that lists words: {@code core|numa|none}. */
    private static final Pattern WORDS = Pattern.compile("[a-z0-9-]+(\\|[a-z0-9-]+)+");

    /** The completion for bash. */
    String bash() {
        StringBuilder cases = new StringBuilder();
        words().forEach(
                        (option, words) ->
                                cases.append(
                                        "        %s) words='%s' ;;\n".formatted(option, words)));
        return """
        # Completion of %1$s for bash
        %2$s() {
            local word=${COMP_WORDS[COMP_CWORD]} words=
            case ${COMP_WORDS[COMP_CWORD-1]} in
        %3$s    esac
            if [ -z "$words" ]; then
                case $word in
                    -*) words='%4$s' ;;
                    *) [ "$COMP_CWORD" = 1 ] && words='%5$s' ;;
                esac
            fi
            COMPREPLY=($(compgen -W "$words" -- "$word"))
        }
        complete -o bashdefault -o default -F %2$s %6$s
        """
                .formatted(
                        names.getFirst(),
                        function(),
                        cases,
                        String.join(" ", options().keySet()),
                        String.join(" ", command.getSubcommands().keySet()),
                        String.join(" ", names));
    }

    /** The completion for zsh. */
    String zsh() {
        StringBuilder specs = new StringBuilder();
        options()
                .forEach(
                        (option, spec) ->
                                specs.append("    '%s'\n".formatted(argument(option, spec))));
        String subcommands = String.join(" ", command.getSubcommands().keySet());
        return """
        #compdef %s
        # Completion of %s for zsh
        local -a options=(
        %s)
        _arguments $options '1:%s' '*:argument:_files'
        """
                .formatted(
                        String.join(" ", names),
                        names.getFirst(),
                        specs,
                        subcommands.isEmpty() ? "program:_files" : "command:(" + subcommands + ")");
    }

    private static String argument(String option, OptionSpec spec) {
        StringBuilder text = new StringBuilder("*").append(option).append('[');
        String[] description = spec.description();
        String help = description.length == 0 ? "" : description[0].replace("%%", "%");
        text.append(help.replaceAll("[\\[\\]':]", " ").strip()).append(']');
        for (int i = 0; i < spec.arity().min(); i++) {
            String label = spec.paramLabel();
            boolean words = WORDS.matcher(label).matches();
            String action = words ? "(" + label.replace('|', ' ') + ")" : "_files";
            text.append(":value:").append(action);
        }
        return text.toString();
    }

    /** The options by name, as a user types them. */
    private Map<String, OptionSpec> options() {
        Map<String, OptionSpec> options = new LinkedHashMap<>();
        List<OptionSpec> specs = new ArrayList<>(command.getCommandSpec().options());
        command.getSubcommands()
                .values()
                .forEach(each -> specs.addAll(each.getCommandSpec().options()));
        for (OptionSpec spec : specs) {
            for (String name : spec.names()) {
                options.putIfAbsent(typed(name), spec);
            }
        }
        return options;
    }

    /** mpiexec takes one dash or two; with two for long names, as other commands. */
    private String typed(String name) {
        boolean twoDashes = names.getFirst().equals("mpiexec") && name.length() > 2;
        return twoDashes && !name.startsWith("--") ? "-" + name : name;
    }

    private Map<String, String> words() {
        Map<String, String> words = new LinkedHashMap<>();
        options()
                .forEach(
                        (option, spec) -> {
                            if (WORDS.matcher(spec.paramLabel()).matches()) {
                                words.put(option, spec.paramLabel().replace('|', ' '));
                            }
                        });
        return words;
    }

    private String function() {
        return "_" + names.getFirst().replace('.', '_');
    }
}
