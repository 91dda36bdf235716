package applications.frame;

/** The arguments of an application: {@code -name value}. */
public record Arguments(String[] words) {
    /** The value of an option, the last one if it is given more than once. */
    public String text(String option, String otherwise) {
        for (int i = words.length - 2; i >= 0; i--) {
            if (words[i].equals(option)) {
                return words[i + 1];
            }
        }
        return otherwise;
    }

    public int number(String option, int otherwise) {
        String text = text(option, "");
        try {
            return text.isEmpty() ? otherwise : Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(option + " takes a whole number: " + text, e);
        }
    }

    public boolean has(String option) {
        return java.util.Arrays.asList(words).contains(option);
    }
}
