package musubi.adi;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.PreInterruptCallback;
import org.junit.jupiter.api.extension.PreInterruptContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import org.opentest4j.TestAbortedException;

import java.util.Map;

/** Prints the stacks of all threads when a test hangs, and the seed when it fails. */
public final class ContractWatch implements PreInterruptCallback, TestExecutionExceptionHandler {
    public ContractWatch() {}

    @Override
    public void beforeThreadInterrupt(PreInterruptContext hanging, ExtensionContext context) {
        StringBuilder text = new StringBuilder("hangs: " + context.getDisplayName() + "\n");
        for (Map.Entry<Thread, StackTraceElement[]> entry : Thread.getAllStackTraces().entrySet()) {
            Thread thread = entry.getKey();
            text.append(thread.getName()).append(' ').append(thread.getState()).append('\n');
            for (StackTraceElement element : entry.getValue()) {
                text.append("    at ").append(element).append('\n');
            }
        }
        System.out.println(text);
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure)
            throws Throwable {
        Object test = context.getRequiredTestInstance();
        if (test instanceof TransportContract contract
                && !(failure instanceof TestAbortedException)) {
            System.out.println(
                    context.getDisplayName()
                            + " failed with seed="
                            + contract.seed
                            + "; repeat with -D"
                            + TransportContract.SEED
                            + "="
                            + contract.seed);
        }
        throw failure;
    }
}
