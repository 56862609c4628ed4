package leasehound.interop;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.stream.Stream;

/** One Java thread during the life of its client: to Redisson, a thread is an owner. Its calls run one by one. */
final class NamedThread {
  private final ExecutorService calls;
  private volatile Thread thread;

  NamedThread(String name) {
    calls = Executors.newSingleThreadExecutor(loop -> thread = new Thread(loop, name));
  }

  void execute(Runnable call) {
    calls.execute(call);
  }

  /** Interrupts the running call. The executor clears the flag before the next one. */
  void interrupt() {
    if (thread == null) throw new IllegalStateException("the thread has not run anything yet");
    thread.interrupt();
  }

  /** Returns whether the running call sleeps until a message of its lock: Redisson waits for that at a semaphore. */
  boolean isAsleep() {
    if (thread == null || thread.getState() == Thread.State.RUNNABLE) return false;
    return Stream.of(thread.getStackTrace()).anyMatch(frame -> frame.getClassName().equals(Semaphore.class.getName()));
  }

  void end() {
    calls.shutdown();
  }
}
