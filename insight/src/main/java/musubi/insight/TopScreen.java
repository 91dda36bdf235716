package musubi.insight;

import com.googlecode.lanterna.SGR;
import com.googlecode.lanterna.TerminalSize;
import com.googlecode.lanterna.TextCharacter;
import com.googlecode.lanterna.graphics.TextGraphics;
import com.googlecode.lanterna.input.KeyStroke;
import com.googlecode.lanterna.input.KeyType;
import com.googlecode.lanterna.screen.Screen;

import java.io.IOException;
import java.util.List;

/** Shows the table on a terminal: two fixed lines, and scrollable ranks below. */
final class TopScreen {
    private static final int HEAD = 2;
    private static final String FOOT = "q ends; arrows and page keys scroll";

    private final Screen screen;
    private int top;
    private int ranks;

    TopScreen(Screen screen) {
        this.screen = screen;
    }

    /** Draws the lines. */
    void show(List<String> lines) throws IOException {
        screen.doResizeIfNecessary();
        screen.clear();
        TerminalSize size = screen.getTerminalSize();
        TextGraphics graphics = screen.newTextGraphics();
        ranks = lines.size() - HEAD;
        top = Math.clamp(top, 0, Math.max(0, ranks - page()));
        for (int row = 0; row < size.getRows() - 1; row++) {
            int line = row < HEAD ? row : row + top;
            if (line < lines.size()) {
                String text = lines.get(line);
                String cut = text.substring(0, Math.min(text.length(), size.getColumns()));
                if (row == HEAD - 1) {
                    graphics.putString(0, row, cut, SGR.REVERSE);
                } else {
                    graphics.putString(0, row, cut);
                }
            }
        }
        graphics.putString(0, size.getRows() - 1, FOOT);
        screen.setCursorPosition(null);
        screen.refresh();
    }

    private int page() {
        return Math.max(1, screen.getTerminalSize().getRows() - HEAD - 1);
    }

    /** Handles all pressed keys; false when one of them ends the command. */
    boolean handleKeys() throws IOException {
        for (KeyStroke key = screen.pollInput(); key != null; key = screen.pollInput()) {
            if (ends(key)) {
                return false;
            }
            scroll(key.getKeyType());
        }
        return true;
    }

    private static boolean ends(KeyStroke key) {
        KeyType type = key.getKeyType();
        boolean letter = type == KeyType.Character && "qQ".indexOf(key.getCharacter()) >= 0;
        boolean interrupt =
                type == KeyType.Character && key.isCtrlDown() && key.getCharacter() == 'c';
        return letter || interrupt || type == KeyType.Escape || type == KeyType.EOF;
    }

    private void scroll(KeyType key) {
        top +=
                switch (key) {
                    case ArrowDown -> 1;
                    case ArrowUp -> -1;
                    case PageDown -> page();
                    case PageUp -> -page();
                    case Home -> -top;
                    case End -> ranks;
                    default -> 0;
                };
    }

    /** Character at a position of the screen, for tests. */
    TextCharacter at(int column, int row) {
        return screen.getFrontCharacter(column, row);
    }
}
