package musubi.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import musubi.bootstrap.pmi.PmiBootstrap;
import musubi.config.Setting.Type;
import musubi.error.ErrorClass;
import musubi.error.MpiFailure;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Map;

class SettingsTest {
    private static final Setting WINDOW = new Setting("eager.window", Type.BYTES, "64");
    private static final Setting SWITCH = new Setting("a.switch", Type.SWITCH, "false");

    private static Settings environment(String name, String value) {
        return new Settings(unset -> null, Map.of(name, value));
    }

    @Test
    void shouldTakeThePropertyThenTheVariableThenTheDefault() {
        Map<String, String> environment = Map.of("MUSUBI_EAGER_WINDOW", "2");
        Map<String, String> properties = Map.of("musubi.eager.window", " 1 ");
        assertEquals(1, new Settings(properties::get, environment).getLong(WINDOW));
        assertEquals(2, new Settings(unset -> null, environment).getLong(WINDOW));
        assertEquals(64, new Settings(unset -> null, Map.of()).getLong(WINDOW));
        assertNull(new Settings(unset -> null, Map.of()).get(Setting.TRANSPORT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"64K", "-1", "", "1e3"})
    void shouldAdviseOnAValueWhenANumberIsInvalid(String value) {
        Settings settings = environment("MUSUBI_EAGER_WINDOW", value);
        MpiFailure failure = assertThrows(MpiFailure.class, () -> settings.getLong(WINDOW));
        assertEquals(ErrorClass.ARG, failure.errorClass());
        String text = failure.getMessage();
        assertTrue(text.contains("musubi.eager.window=" + value), text);
        assertTrue(text.contains("MUSUBI_EAGER_WINDOW"), text);
    }

    @Test
    void shouldTakeTrueAndFalseOnlyForASwitch() {
        assertTrue(SWITCH.isOn(Map.of("a.switch", "True")::get));
        assertFalse(SWITCH.isOn(Map.of("a.switch", "false")::get));
        assertFalse(SWITCH.isOn(unset -> null));
        assertThrows(MpiFailure.class, () -> SWITCH.isOn(Map.of("a.switch", "yes")::get));
    }

    @ParameterizedTest
    @CsvSource({
        "MUSUBI_EAGER_WINDW, MUSUBI_EAGER_WINDOW",
        "MUSUBI_TRANSPORTS, MUSUBI_TRANSPORT",
        "MUSUBI_CORE, MUSUBI_CORES",
    })
    void shouldNameTheNearestSettingWhenOneIsUnknown(String wrong, String meant) {
        List<String> warnings = environment(wrong, "1").warnings();
        assertEquals(1, warnings.size(), warnings.toString());
        assertTrue(warnings.getFirst().contains(wrong), warnings.toString());
        assertTrue(warnings.getFirst().contains("did you mean " + meant + "?"), warnings::toString);
    }

    @Test
    void shouldNotGuessWhenNothingIsNear() {
        List<String> warnings = environment("MUSUBI_ZYGOTE_XYZ", "1").warnings();
        assertEquals(1, warnings.size(), warnings.toString());
        assertFalse(warnings.getFirst().contains("did you mean"), warnings.toString());
    }

    @Test
    void shouldBeSilentWhenAllIsKnown() {
        Map<String, String> environment =
                Map.of("MUSUBI_CORES", "1", PmiBootstrap.SOCKET_VARIABLE, "s", "PATH", "p");
        assertEquals(List.of(), new Settings(unset -> null, environment).warnings());
        assertEquals(LaunchVariables.PMI.variable(), PmiBootstrap.SOCKET_VARIABLE);
    }
}
