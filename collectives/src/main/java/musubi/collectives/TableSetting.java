package musubi.collectives;

import musubi.collectives.model.CostTable;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * The table of measured costs that a rank goes by, a file or its lines in the setting itself. All
 * ranks of a job must have the same one, since each chooses by itself; lines are the same on all
 * hosts by nature.
 */
final class TableSetting {
    private static final String NONE = "none";

    private TableSetting() {}

    /**
     * Reads what the setting says.
     *
     * @return null when it says nothing
     * @throws MpiFailure of class ARG when the table is wrong, of class NO_SUCH_FILE when the file
     *     cannot be read
     */
    static CostTable read(Function<String, String> setting) {
        String text = CollectiveSettings.TABLE.text(setting);
        if (text == null || text.isEmpty() || text.equals(NONE)) {
            return null;
        }
        if (text.contains(CostTable.HEADING)) {
            return CostTable.parse(text.replace(';', '\n'), "lines");
        }
        try {
            return CostTable.parse(Files.readString(Path.of(text)), text);
        } catch (IOException e) {
            throw new MpiFailure(
                    ErrorClass.NO_SUCH_FILE,
                    "cannot read the table of costs of collectives: "
                            + CollectiveSettings.TABLE.property()
                            + "="
                            + text
                            + " reason="
                            + e
                            + "; name a file that each rank can read, or set it to none");
        }
    }
}
