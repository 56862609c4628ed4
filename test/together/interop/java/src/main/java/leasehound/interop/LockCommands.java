package leasehound.interop;

import java.util.concurrent.TimeUnit;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

/**
 * Locks of every kind. Without {@code leaseMs} the watchdog renews. {@code tryLock} without {@code waitMs} is Java's
 * {@code tryLock()}, which for a fair lock is not the same as waiting 0 ms.
 */
final class LockCommands {
  private static final Class<?>[] NOTHING = {};
  private static final Class<?>[] NAME = {String.class};
  private static final Class<?>[] TIME = {long.class, TimeUnit.class};

  private LockCommands() {}

  static Object call(Client client, Request request) throws Exception {
    RLock lock = client.object(request, LockCommands::create);
    return switch (request.command()) {
      case "lock" -> lock(lock, request);
      case "lockInterruptibly" -> lockInterruptibly(lock, request);
      case "tryLock" -> tryLock(lock, request);
      case "unlock" -> {
        lock.unlock();
        yield null;
      }
      case "forceUnlock" -> lock.forceUnlock();
      case "isLocked" -> lock.isLocked();
      case "isHeldByCurrentThread" -> lock.isHeldByCurrentThread();
      case "getHoldCount" -> lock.getHoldCount();
      case "remainTimeToLive" -> lock.remainTimeToLive();
      case "getToken" -> Newer.call(lock, "getToken", NOTHING);
      case "lockAndGetToken" -> lockAndGetToken(lock, request);
      default -> throw request.unknown();
    };
  }

  private static RLock create(RedissonClient redisson, Request request) throws Exception {
    return switch (request.kind()) {
      case "lock" -> redisson.getLock(request.name());
      case "fair" -> redisson.getFairLock(request.name());
      case "spin" -> redisson.getSpinLock(request.name());
      case "read" -> redisson.getReadWriteLock(request.name()).readLock();
      case "write" -> redisson.getReadWriteLock(request.name()).writeLock();
      case "multi" -> redisson.getMultiLock(parts(redisson, request));
      case "red" -> redisson.getRedLock(parts(redisson, request));
      // Since 3.19, 4.4 and 4.4.
      case "fenced" -> (RLock) Newer.call(redisson, "getFencedLock", NAME, request.name());
      case "nonReentrant" -> (RLock) Newer.call(redisson, "getNonReentrantLock", NAME, request.name());
      case "nonReentrantFair" -> (RLock) Newer.call(redisson, "getNonReentrantFairLock", NAME, request.name());
      default -> throw new IllegalArgumentException("no kind " + request.kind());
    };
  }

  private static RLock[] parts(RedissonClient redisson, Request request) {
    return request.names().stream().map(redisson::getLock).toArray(RLock[]::new);
  }

  private static Void lock(RLock lock, Request request) {
    if (request.has("leaseMs")) lock.lock(request.ms("leaseMs"), MILLISECONDS);
    else lock.lock();
    return null;
  }

  private static Void lockInterruptibly(RLock lock, Request request) throws InterruptedException {
    if (request.has("leaseMs")) lock.lockInterruptibly(request.ms("leaseMs"), MILLISECONDS);
    else lock.lockInterruptibly();
    return null;
  }

  private static boolean tryLock(RLock lock, Request request) throws InterruptedException {
    if (request.has("leaseMs")) return lock.tryLock(request.ms("waitMs"), request.ms("leaseMs"), MILLISECONDS);
    if (request.has("waitMs")) return lock.tryLock(request.ms("waitMs"), MILLISECONDS);
    return lock.tryLock();
  }

  private static Object lockAndGetToken(RLock lock, Request request) throws Exception {
    if (!request.has("leaseMs")) return Newer.call(lock, "lockAndGetToken", NOTHING);
    return Newer.call(lock, "lockAndGetToken", TIME, request.ms("leaseMs"), MILLISECONDS);
  }
}
