package musubi.verbs;

import java.util.Optional;

/** The flags of a send work request. Verbs: {@code enum ibv_send_flags}. */
record SendOptions(boolean signalled, boolean fenced, Optional<byte[]> inlineData) {
    static final SendOptions SIGNALLED_ONLY = new SendOptions(true, false, Optional.empty());

    SendOptions withoutSignal() {
        return new SendOptions(false, fenced, inlineData);
    }

    SendOptions withFence() {
        return new SendOptions(signalled, true, inlineData);
    }

    SendOptions withInlineData(byte[] data) {
        return new SendOptions(signalled, fenced, Optional.of(data));
    }
}
