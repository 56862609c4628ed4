package leasehound.interop;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

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

  void end() {
    calls.shutdown();
  }
}
