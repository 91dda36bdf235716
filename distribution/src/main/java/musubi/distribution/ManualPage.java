package musubi.distribution;

import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

import java.util.List;

/**
 * A manual page in the macros of man(7), from the model of a command and its subcommands in
 * picocli.
 */
final class ManualPage {
    private static final int WIDE = 10_000;

    private final String name;
    private final String version;
    private final CommandLine command;
    private final StringBuilder out = new StringBuilder();

    ManualPage(String name, String version, CommandLine command) {
        this.name = name;
        this.version = version;
        this.command = command;
    }

    /** The page. */
    String text() {
        line(".TH %s 1 \"\" \"Musubi %s\" \"Musubi\"", name.toUpperCase(), version);
        line(".SH NAME");
        line("%s \\- %s", escape(name), escape(purpose()));
        line(".SH SYNOPSIS");
        synopsis(command);
        describe(command.getCommandSpec());
        command.getSubcommands().forEach(this::subcommand);
        footer(command.getCommandSpec());
        line(".SH SEE ALSO");
        line("The pages in the folder docs of the distribution.");
        return out.toString();
    }

    private String purpose() {
        return switch (name) {
            case "mpiexec" -> "run MPI programs in Java";
            case "mpjrun.sh" -> "run programs of MPJ Express";
            case "mpitop" -> "watch the ranks of running jobs";
            case "mpireport" -> "draw a report of the recordings of a job";
            default -> "tools of Musubi";
        };
    }

    private void subcommand(String subcommand, CommandLine line) {
        line(".SH MUSUBI %s", escape(subcommand.toUpperCase()));
        synopsis(line);
        describe(line.getCommandSpec());
    }

    private void synopsis(CommandLine line) {
        CommandSpec spec = line.getCommandSpec();
        spec.usageMessage().width(WIDE);
        line(".nf");
        String synopsis = new Help(spec, Help.Ansi.OFF).synopsis(0);
        synopsis.strip().lines().forEach(each -> line("%s", escape(each)));
        line(".fi");
    }

    private void describe(CommandSpec spec) {
        for (String each : spec.usageMessage().description()) {
            line(".PP");
            line("%s", escape(format(each)));
        }
        for (PositionalParamSpec parameter : spec.positionalParameters()) {
            item(parameter.paramLabel(), parameter.description());
        }
        for (OptionSpec option : spec.options()) {
            if (!option.hidden()) {
                item(names(option), option.description());
            }
        }
    }

    private static String names(OptionSpec option) {
        String names = String.join(", ", option.names());
        boolean valued = option.arity().max() > 0;
        return valued ? names + " " + option.paramLabel() : names;
    }

    private void item(String heading, String[] description) {
        line(".TP");
        line(".B %s", escape(heading));
        for (String each : description) {
            line("%s", escape(format(each)));
        }
    }

    private void footer(CommandSpec spec) {
        for (String each : spec.usageMessage().footer()) {
            List<String> lines = format(each).lines().filter(l -> !l.isBlank()).toList();
            line(".PP");
            lines.forEach(text -> line("%s", escape(text)));
        }
    }

    /** The text of picocli, where a percent sign starts a directive. */
    private static String format(String text) {
        return text.replace("%n", "\n").replace("%%", "%");
    }

    private void line(String format, Object... words) {
        out.append(format.formatted(words)).append('\n');
    }

    /** Text in which no character is special. */
    private static String escape(String text) {
        String plain = text.replace("\\", "\\e").replace("-", "\\-");
        return plain.startsWith(".") || plain.startsWith("'") ? "\\&" + plain : plain;
    }
}
