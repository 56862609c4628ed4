package leasehound.interop;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonNull;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.Map;
import org.redisson.Redisson;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * Real Redisson clients, driven by lines of JSON: requests on stdin, replies on stdout. A reply carries the id of its
 * request and comes when the call has returned, so replies of different threads may overtake each other.
 */
public final class Main {
  private static final Gson JSON = new GsonBuilder().serializeNulls().create();

  private final PrintStream replies;
  private final Clients clients;

  private Main(String redisUrl, PrintStream replies) {
    this.replies = replies;
    this.clients = new Clients(redisUrl);
  }

  public static void main(String[] args) throws IOException {
    if (args.length != 1) {
      System.err.println("usage: leasehound.interop.Main redis://host:port");
      System.exit(2);
    }
    // UTF-8 whatever the locale is. Only the protocol may write to stdout, so other output goes elsewhere.
    PrintStream replies = new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8);
    System.setOut(System.err);
    new Main(args[0], replies).serve();
    // The harness has ended. Without shutdown hooks, all holds stay until their leases end.
    Runtime.getRuntime().halt(0);
  }

  private void serve() throws IOException {
    String version = Redisson.class.getPackage().getImplementationVersion();
    reply(Map.of("hello", Map.of("redisson", version, "pid", ProcessHandle.current().pid())));
    BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    for (String line = requests.readLine(); line != null; line = requests.readLine()) accept(line);
  }

  private void accept(String line) {
    JsonElement id = JsonNull.INSTANCE;
    try {
      JsonObject json = JsonParser.parseString(line).getAsJsonObject();
      id = json.get("id");
      Request request = Request.parse(json);
      Client client = clients.get(request.client());
      NamedThread thread = client.thread(request.thread());
      switch (request.command()) {
        // Two that are not tasks of the thread, because it is busy with the call that they are about.
        case "interrupt" -> {
          thread.interrupt();
          answer(id, null);
        }
        case "isAsleep" -> answer(id, thread.isAsleep());
        default -> thread.execute(() -> run(request, client));
      }
    } catch (RuntimeException error) {
      fail(id, error);
    }
  }

  private void run(Request request, Client client) {
    try {
      answer(request.id(), call(request, client));
    } catch (Throwable error) {
      // All errors: one that ended the thread would change the owner of its next call.
      fail(request.id(), error);
    }
  }

  private Object call(Request request, Client client) throws Exception {
    return switch (request.command()) {
      case "client" -> client.open(request.args());
      case "owner" -> client.owner();
      case "shutdown" -> clients.shutdown(client);
      default -> switch (request.kind()) {
        case "semaphore" -> SemaphoreCommands.call(client, request);
        case "permitExpirableSemaphore" -> PermitCommands.call(client, request);
        case "countDownLatch" -> LatchCommands.call(client, request);
        default -> LockCommands.call(client, request);
      };
    };
  }

  private void answer(JsonElement id, Object value) {
    JsonObject reply = new JsonObject();
    reply.add("id", id);
    reply.add("ok", JSON.toJsonTree(value));
    reply(reply);
  }

  private void fail(JsonElement id, Throwable error) {
    JsonObject reply = new JsonObject();
    reply.add("id", id);
    reply.addProperty("error", error.getClass().getSimpleName());
    reply.addProperty("message", error.getMessage());
    reply(reply);
  }

  private void reply(Object reply) {
    replies.println(JSON.toJson(reply));
  }
}
