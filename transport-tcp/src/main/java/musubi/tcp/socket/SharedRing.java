package musubi.tcp.socket;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoRegistration;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringIoHandlerConfig;
import io.netty.util.concurrent.ThreadAwareExecutor;

import musubi.memory.Accounted;
import musubi.memory.Component;

/**
 * Netty's ring, for one thread at a time instead of one thread for life.
 *
 * <p>Netty registers a ring with the thread that initialises it (IORING_REGISTER_RING_FDS) and
 * enters it by the number that it gets, which means nothing to other threads. It falls back to the
 * ring's descriptor, which is good for all of them, when the kernel has no number left for that
 * thread. So a thread of its own initialises the ring until that is so, and ends, whereupon the
 * kernel takes the numbers back.
 */
@Accounted(Component.BUFFERS)
final class SharedRing implements IoHandler {
    /** IO_RINGFD_REG_MAX of Linux, the numbers of a thread, is 16. More attempts fail at once. */
    private static final int INITIALISATIONS = 64;

    private final IoHandler ring;

    /** Netty asserts that its thread closes the ring. */
    private volatile boolean closing;

    /** A ring that is not initialised. */
    SharedRing(ThreadAwareExecutor executor) {
        IoUringIoHandlerConfig config = new IoUringIoHandlerConfig().setSingleIssuer(false);
        ring = IoUringIoHandler.newFactory(config).newHandler(new Executor(executor));
    }

    private final class Executor implements ThreadAwareExecutor {
        private final ThreadAwareExecutor usual;

        Executor(ThreadAwareExecutor usual) {
            this.usual = usual;
        }

        @Override
        public boolean isExecutorThread(Thread thread) {
            return closing || usual.isExecutorThread(thread);
        }

        @Override
        public void execute(Runnable command) {
            usual.execute(command);
        }
    }

    @Override
    public void initialize() {
        Thread thread = Thread.ofPlatform().name("musubi-tcp-ring").start(this::initializeOften);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void initializeOften() {
        for (int i = 0; i < INITIALISATIONS; i++) {
            ring.initialize();
        }
    }

    @Override
    public int run(IoHandlerContext context) {
        return ring.run(context);
    }

    @Override
    public void prepareToDestroy() {
        closing = true;
        ring.prepareToDestroy();
    }

    @Override
    public void destroy() {
        ring.destroy();
    }

    @Override
    public IoRegistration register(IoHandle handle) throws Exception {
        return ring.register(handle);
    }

    @Override
    public void wakeup() {
        ring.wakeup();
    }

    @Override
    public boolean isCompatible(Class<? extends IoHandle> type) {
        return ring.isCompatible(type);
    }
}
