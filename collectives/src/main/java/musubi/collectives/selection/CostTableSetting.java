package musubi.collectives.selection;

import musubi.collectives.model.CostTable;
import musubi.error.MpiFailure;

import java.util.function.Function;

/**
 * The table of measured costs of a job: a file, or its lines in the setting itself. All ranks must
 * have the same table, since each selects by itself; lines in the setting are the same on all
 * hosts.
 */
public final class CostTableSetting {
    private static final String NONE = "none";

    private CostTableSetting() {}

    /**
     * Reads the setting.
     *
     * @return null without a table
     * @throws MpiFailure of class ARG for a malformed table, of class NO_SUCH_FILE for an
     *     unreadable file
     */
    public static CostTable read(Function<String, String> setting) {
        String text = CollectiveSettings.TABLE.text(setting);
        if (text == null || text.isEmpty() || text.equals(NONE)) {
            return null;
        }
        return CostTable.parse(CostTable.linesOf(text).replace(';', '\n'), "lines");
    }
}
