package musubi.insight.report;

import com.google.gson.Gson;

import java.util.List;

/** Colours of calls, by the number of their name, on the page and in pictures. */
final class Palette {
    /** Colours of calls, reused when there are more names. */
    static final List<String> CALLS =
            List.of(
                    "#4c78a8", "#f58518", "#54a24b", "#b279a2", "#72b7b2", "#eeca3b", "#9d755d",
                    "#ff9da6", "#1f4e79", "#a05a00", "#2d6a2a", "#6b3f69");

    /** Colour of wait states. */
    static final String WAITS = "#d62728";

    private Palette() {}

    /** The colours as a script of the page. */
    static String script() {
        String calls = new Gson().toJson(CALLS);
        return "const COLOURS = " + calls + ";\nconst WAIT_COLOUR = \"" + WAITS + "\";";
    }

    static String ofCall(int name) {
        return CALLS.get(name % CALLS.size());
    }
}
