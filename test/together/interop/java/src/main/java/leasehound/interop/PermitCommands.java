package leasehound.interop;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.redisson.api.RPermitExpirableSemaphore;
import org.redisson.client.RedisException;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

/** The semaphore whose permits have ids and, with {@code leaseMs}, an end. */
final class PermitCommands {
  private static final Class<?>[] NOTHING = {};
  private static final Class<?>[] NUMBER = {int.class};
  private static final Class<?>[] NUMBER_AND_TIMES = {int.class, long.class, long.class, TimeUnit.class};
  private static final Class<?>[] IDS = {List.class};
  private static final Class<?>[] ID = {String.class};

  private PermitCommands() {}

  static Object call(Client client, Request request) throws Exception {
    RPermitExpirableSemaphore semaphore =
        client.object(request, (redisson, named) -> redisson.getPermitExpirableSemaphore(named.name()));
    return switch (request.command()) {
      case "trySetPermits" -> semaphore.trySetPermits(request.count("permits"));
      // Since 3.19.1.
      case "setPermits" -> Newer.call(semaphore, "setPermits", NUMBER, request.count("permits"));
      case "addPermits" -> {
        semaphore.addPermits(request.count("permits"));
        yield null;
      }
      case "availablePermits" -> semaphore.availablePermits();
      // Both since 3.19.1.
      case "getPermits" -> Newer.call(semaphore, "getPermits", NOTHING);
      case "acquiredPermits" -> Newer.call(semaphore, "acquiredPermits", NOTHING);
      case "acquire" -> semaphore.acquire(request.ms("leaseMs"), MILLISECONDS);
      case "tryAcquire" -> tryAcquire(semaphore, request);
      // Since 3.23.4.
      case "tryAcquireMany" -> Newer.call(
          semaphore, "tryAcquire", NUMBER_AND_TIMES,
          request.count("permits"), request.ms("waitMs"), request.ms("leaseMs"), MILLISECONDS);
      case "release" -> {
        semaphore.release(request.text("permitId"));
        yield null;
      }
      case "tryRelease" -> semaphore.tryRelease(request.text("permitId"));
      // Since 3.23.4; all or none since 3.41.
      case "releaseMany" -> releaseMany(semaphore, request);
      case "updateLeaseTime" ->
          semaphore.updateLeaseTime(request.text("permitId"), request.ms("leaseMs"), MILLISECONDS);
      // Since 3.41.
      case "getLeaseTime" -> Newer.call(semaphore, "getLeaseTime", ID, request.text("permitId"));
      default -> throw request.unknown();
    };
  }

  private static Object releaseMany(RPermitExpirableSemaphore semaphore, Request request) throws Exception {
    try {
      return Newer.call(semaphore, "release", IDS, request.texts("permitIds"));
    } catch (RedisException wrapper) {
      // The exception that the release of one permit throws.
      if (wrapper.getCause() instanceof IllegalArgumentException notLeased) throw notLeased;
      throw wrapper;
    }
  }

  /** The permit's id, or null. */
  private static String tryAcquire(RPermitExpirableSemaphore semaphore, Request request) throws InterruptedException {
    if (request.has("leaseMs")) return semaphore.tryAcquire(request.ms("waitMs"), request.ms("leaseMs"), MILLISECONDS);
    if (request.has("waitMs")) return semaphore.tryAcquire(request.ms("waitMs"), MILLISECONDS);
    return semaphore.tryAcquire();
  }
}
