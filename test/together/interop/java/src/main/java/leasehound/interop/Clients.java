package leasehound.interop;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The Java services of a test, by the test's names. */
final class Clients {
  private final String redisUrl;
  private final Map<String, Client> byName = new ConcurrentHashMap<>();

  Clients(String redisUrl) {
    this.redisUrl = redisUrl;
  }

  Client get(String name) {
    return byName.computeIfAbsent(name, added -> new Client(added, redisUrl));
  }

  /** Frees its name: the next request for it creates a new client, with a new id. */
  Void shutdown(Client client) {
    byName.values().remove(client);
    client.close();
    return null;
  }
}
