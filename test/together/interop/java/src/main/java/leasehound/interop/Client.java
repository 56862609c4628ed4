package leasehound.interop;

import com.google.gson.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.redisson.Redisson;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** One Java service: a Redisson client of its own (its own id, connections and watchdog) and its named threads. */
final class Client {
  private record Key(String kind, List<String> names) {}

  /** Asks Redisson for the lock, semaphore or latch that a request names. */
  interface Creator<T> {
    T create(RedissonClient redisson, Request request) throws Exception;
  }

  private final String name;
  private final String redisUrl;
  private final Map<String, NamedThread> threads = new ConcurrentHashMap<>();
  private final Map<Key, Object> objects = new HashMap<>();
  private RedissonClient redisson;

  Client(String name, String redisUrl) {
    this.name = name;
    this.redisUrl = redisUrl;
  }

  NamedThread thread(String threadName) {
    return threads.computeIfAbsent(threadName, added -> new NamedThread(name + "/" + added));
  }

  /** Connects with these settings. Only for a client that has not been used yet. Returns its id. */
  synchronized String open(JsonObject settings) throws Exception {
    if (redisson != null) throw new IllegalStateException("client " + name + " is open already");
    // Redisson reads YAML, and JSON is YAML: every setting works under Redisson's own name, in every version.
    JsonObject config = settings.deepCopy();
    if (!config.has("singleServerConfig")) config.add("singleServerConfig", new JsonObject());
    config.getAsJsonObject("singleServerConfig").addProperty("address", redisUrl);
    redisson = Redisson.create(Config.fromYAML(config.toString()));
    return redisson.getId();
  }

  /** Returns the owner of the calling thread's holds, as in Redis. */
  String owner() throws Exception {
    return redisson().getId() + ":" + Thread.currentThread().getId();
  }

  /**
   * Returns the lock, semaphore or latch of a request. It is always the same object, as in a field of a service,
   * because a lock object remembers its last lease.
   */
  @SuppressWarnings("unchecked") // a kind names one type
  synchronized <T> T object(Request request, Creator<T> creator) throws Exception {
    Key key = new Key(request.kind(), request.names());
    if (!objects.containsKey(key)) objects.put(key, creator.create(redisson(), request));
    return (T) objects.get(key);
  }

  synchronized void close() {
    if (redisson != null) redisson.shutdown();
    threads.values().forEach(NamedThread::end);
  }

  private synchronized RedissonClient redisson() throws Exception {
    if (redisson == null) open(new JsonObject());
    return redisson;
  }
}
