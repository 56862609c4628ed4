package leasehound.interop;

import java.time.Duration;
import org.redisson.api.RSemaphore;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

/** The plain semaphore. {@code permits} is always given. */
final class SemaphoreCommands {
  private static final Class<?>[] NUMBER_AND_TIME = {int.class, Duration.class};

  private SemaphoreCommands() {}

  static Object call(Client client, Request request) throws Exception {
    RSemaphore semaphore = client.object(request, (redisson, named) -> redisson.getSemaphore(named.name()));
    return switch (request.command()) {
      case "trySetPermits" -> trySetPermits(semaphore, request);
      case "addPermits" -> {
        semaphore.addPermits(request.count("permits"));
        yield null;
      }
      case "drainPermits" -> semaphore.drainPermits();
      case "availablePermits" -> semaphore.availablePermits();
      case "acquire" -> {
        semaphore.acquire(request.count("permits"));
        yield null;
      }
      case "tryAcquire" -> tryAcquire(semaphore, request);
      case "release" -> {
        semaphore.release(request.count("permits"));
        yield null;
      }
      default -> throw request.unknown();
    };
  }

  private static Object trySetPermits(RSemaphore semaphore, Request request) throws Exception {
    if (!request.has("ttlMs")) return semaphore.trySetPermits(request.count("permits"));
    // Since 3.29.
    return Newer.call(
        semaphore, "trySetPermits", NUMBER_AND_TIME, request.count("permits"), Duration.ofMillis(request.ms("ttlMs")));
  }

  private static boolean tryAcquire(RSemaphore semaphore, Request request) throws InterruptedException {
    if (!request.has("waitMs")) return semaphore.tryAcquire(request.count("permits"));
    return semaphore.tryAcquire(request.count("permits"), request.ms("waitMs"), MILLISECONDS);
  }
}
