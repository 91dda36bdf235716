package musubi.distribution;

import musubi.insight.MpiTop;
import musubi.insight.report.MpiReport;
import musubi.launch.HelpPage;
import musubi.simulator.command.Musubi;

import picocli.CommandLine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes a manual page for each command of the distribution, and the completions for bash and zsh:
 * {@code CommandPages SHARE VERSION}, where SHARE is the folder with {@code man}. Prints the folder
 * of the distribution, for the script.
 */
public final class CommandPages {
    private CommandPages() {}

    /** Writes all pages. */
    public static void main(String[] words) throws IOException {
        Path share = Path.of(words[0]);
        for (Map.Entry<String, CommandLine> command : commands().entrySet()) {
            String name = command.getKey();
            CommandLine line = command.getValue();
            String manual = new ManualPage(name, words[1], line).text();
            write(share.resolve("man/man1/" + name + ".1"), manual);
            List<String> names = name.equals("mpiexec") ? List.of(name, "mpirun") : List.of(name);
            String bash = new Completions(names, line).bash();
            for (String each : names) {
                write(share.resolve("bash-completion/completions/" + each), bash);
            }
            String zsh = new Completions(names, line).zsh();
            write(share.resolve("zsh/site-functions/_" + name), zsh);
        }
        write(share.resolve("man/man1/mpirun.1"), ".so man1/mpiexec.1\n");
        System.out.println(share.getParent());
    }

    /** The commands by the names of their files. */
    static Map<String, CommandLine> commands() {
        Map<String, CommandLine> commands = new LinkedHashMap<>();
        commands.put("mpiexec", HelpPage.mpiexec());
        commands.put("mpjrun.sh", HelpPage.mpjrun());
        commands.put("mpitop", MpiTop.commandLine());
        commands.put("mpireport", MpiReport.commandLine());
        commands.put("musubi", Musubi.commandLine());
        return commands;
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
