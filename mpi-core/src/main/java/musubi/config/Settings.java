package musubi.config;

import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** The values of settings in one job: system properties first, then the environment. */
public final class Settings {
    private final Function<String, String> property;
    private final Map<String, String> environment;

    /** Settings from these sources. */
    public Settings(Function<String, String> property, Map<String, String> environment) {
        this.property = property;
        this.environment = environment;
    }

    /** Settings of this process. */
    public static Settings ofProcess() {
        return new Settings(System::getProperty, System.getenv());
    }

    /** The value of {@code musubi.name}, or null when it is not set. */
    public String get(String name) {
        String value = property.apply("musubi." + name);
        if (value != null) {
            return value;
        }
        return environment.get("MUSUBI_" + name.toUpperCase(Locale.ROOT).replace('.', '_'));
    }

    /** The value, or the default. */
    public String get(Setting setting) {
        String value = get(setting.name());
        return value != null ? value : setting.defaultValue();
    }

    /**
     * The value as a whole number.
     *
     * @throws MpiFailure of class ARG when it is none
     */
    public long getLong(Setting setting) {
        String value = get(setting);
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new MpiFailure(
                    ErrorClass.ARG,
                    "the setting is not a whole number: musubi." + setting.name() + "=" + value,
                    e);
        }
    }
}
