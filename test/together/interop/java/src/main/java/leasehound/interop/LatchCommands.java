package leasehound.interop;

import org.redisson.api.RCountDownLatch;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

final class LatchCommands {
  private LatchCommands() {}

  static Object call(Client client, Request request) throws Exception {
    RCountDownLatch latch = client.object(request, (redisson, named) -> redisson.getCountDownLatch(named.name()));
    return switch (request.command()) {
      case "trySetCount" -> latch.trySetCount(request.count("count"));
      case "getCount" -> latch.getCount();
      case "countDown" -> {
        latch.countDown();
        yield null;
      }
      case "delete" -> latch.delete();
      case "await" -> latch.await(request.ms("waitMs"), MILLISECONDS);
      default -> throw request.unknown();
    };
  }
}
