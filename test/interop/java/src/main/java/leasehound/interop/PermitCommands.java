package leasehound.interop;

import org.redisson.api.RPermitExpirableSemaphore;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

/** The semaphore whose permits have ids and, with {@code leaseMs}, an end. */
final class PermitCommands {
  private PermitCommands() {}

  static Object call(Client client, Request request) throws Exception {
    RPermitExpirableSemaphore semaphore =
        client.object(request, (redisson, named) -> redisson.getPermitExpirableSemaphore(named.name()));
    return switch (request.command()) {
      case "trySetPermits" -> semaphore.trySetPermits(request.count("permits"));
      case "availablePermits" -> semaphore.availablePermits();
      case "tryAcquire" -> tryAcquire(semaphore, request);
      case "release" -> {
        semaphore.release(request.text("permitId"));
        yield null;
      }
      case "tryRelease" -> semaphore.tryRelease(request.text("permitId"));
      case "updateLeaseTime" ->
          semaphore.updateLeaseTime(request.text("permitId"), request.ms("leaseMs"), MILLISECONDS);
      default -> throw request.unknown();
    };
  }

  /** The permit's id, or null. */
  private static String tryAcquire(RPermitExpirableSemaphore semaphore, Request request) throws InterruptedException {
    if (request.has("leaseMs")) return semaphore.tryAcquire(request.ms("waitMs"), request.ms("leaseMs"), MILLISECONDS);
    if (request.has("waitMs")) return semaphore.tryAcquire(request.ms("waitMs"), MILLISECONDS);
    return semaphore.tryAcquire();
  }
}
