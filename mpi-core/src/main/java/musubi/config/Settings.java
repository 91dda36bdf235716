package musubi.config;

import musubi.error.MpiFailure;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The values of settings in one job: system properties first, then the environment. Immutable; any
 * thread.
 */
public final class Settings {
    static final String PROPERTY_PREFIX = "musubi.";
    static final String VARIABLE_PREFIX = "MUSUBI_";

    private final Function<String, String> property;
    private final Set<String> properties;
    private final Map<String, String> environment;

    /** Settings from these sources. */
    public Settings(Function<String, String> property, Map<String, String> environment) {
        this(property, Set.of(), environment);
    }

    private Settings(
            Function<String, String> property,
            Set<String> properties,
            Map<String, String> environment) {
        this.property = property;
        this.properties = properties;
        this.environment = environment;
    }

    /** Settings of this process. */
    public static Settings ofProcess() {
        return of(System.getProperties(), System.getenv());
    }

    /** Settings of a rank with properties and variables of its own. */
    public static Settings of(Properties properties, Map<String, String> environment) {
        return new Settings(properties::getProperty, properties.stringPropertyNames(), environment);
    }

    /** The value of {@code musubi.name}, or null when it is not set. */
    public String get(String name) {
        String value = property.apply(PROPERTY_PREFIX + name);
        if (value != null) {
            return value;
        }
        return environment.get(VARIABLE_PREFIX + name.toUpperCase(Locale.ROOT).replace('.', '_'));
    }

    /** The value, or the default. */
    public String get(Setting setting) {
        return setting.text(this::get);
    }

    /**
     * The value as a whole number.
     *
     * @throws MpiFailure of class ARG when it is none, or negative
     */
    public long getLong(Setting setting) {
        return setting.number(this::get);
    }

    /**
     * The value of a switch.
     *
     * @throws MpiFailure of class ARG when it is neither {@code true} nor {@code false}
     */
    public boolean isOn(Setting setting) {
        return setting.isOn(this::get);
    }

    /**
     * A warning for each property and variable that has the prefix of a setting and is none.
     *
     * <p>The settings of other modules are loaded only if a name belongs neither to the core nor to
     * mpiexec, which is rare.
     */
    public List<String> warnings() {
        Set<String> mine = names(List.of(new CoreSettings(), new LaunchVariables()));
        Set<String> others = new TreeSet<>();
        for (String name : environment.keySet()) {
            if (name.startsWith(VARIABLE_PREFIX) && !mine.contains(name)) {
                others.add(name);
            }
        }
        for (String name : properties) {
            if (name.startsWith(PROPERTY_PREFIX) && !mine.contains(name)) {
                others.add(name);
            }
        }
        return others.isEmpty() ? List.of() : UnknownSettings.describe(others);
    }

    /** The names of all settings of these sources, as properties and as variables. */
    static Set<String> names(Iterable<SettingSource> sources) {
        Set<String> names = new HashSet<>();
        for (SettingSource source : sources) {
            for (Setting setting : source.settings()) {
                names.add(setting.property());
                names.add(setting.variable());
            }
        }
        return names;
    }
}
