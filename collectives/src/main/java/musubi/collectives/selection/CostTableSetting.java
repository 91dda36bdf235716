package musubi.collectives.selection;

import musubi.collectives.model.CostTable;
import musubi.error.MpiFailure;

import java.util.function.Function;

/**
 * The table of measured costs that a rank goes by, a file or its lines in the setting itself. All
 * ranks of a job must have the same one, since each chooses by itself; lines are the same on all
 * hosts by nature.
 */
public final class CostTableSetting {
    private static final String NONE = "none";

    private CostTableSetting() {}

    /**
     * Reads what the setting says.
     *
     * @return null when it says nothing
     * @throws MpiFailure of class ARG when the table is wrong, of class NO_SUCH_FILE when the file
     *     cannot be read
     */
    public static CostTable read(Function<String, String> setting) {
        String text = CollectiveSettings.TABLE.text(setting);
        if (text == null || text.isEmpty() || text.equals(NONE)) {
            return null;
        }
        return CostTable.parse(CostTable.linesOf(text).replace(';', '\n'), "lines");
    }
}
