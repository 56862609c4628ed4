package leasehound.interop;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import java.util.List;

/**
 * One line from the harness: {@code {"id":1,"client":"a","thread":"t1","kind":"fair","do":"tryLock","name":"orders",
 * "args":{"waitMs":0}}}. Multi and red locks have {@code names} in place of {@code name}; the kind is {@code lock}
 * when none is named, the thread {@code main}.
 */
record Request(
    JsonElement id, String client, String thread, String kind, String command, List<String> names, JsonObject args) {

  static Request parse(JsonObject json) {
    return new Request(
        json.get("id"),
        text(json, "client"),
        json.has("thread") ? text(json, "thread") : "main",
        json.has("kind") ? text(json, "kind") : "lock",
        text(json, "do"),
        names(json),
        json.has("args") ? json.getAsJsonObject("args") : new JsonObject());
  }

  String name() {
    if (names.size() != 1) throw new IllegalArgumentException(command + " of " + kind + " needs one name");
    return names.get(0);
  }

  boolean has(String arg) {
    return args.has(arg);
  }

  long ms(String arg) {
    return required(args, arg).getAsLong();
  }

  int count(String arg) {
    return required(args, arg).getAsInt();
  }

  String text(String arg) {
    return text(args, arg);
  }

  List<String> texts(String arg) {
    return required(args, arg).getAsJsonArray().asList().stream().map(JsonElement::getAsString).toList();
  }

  IllegalArgumentException unknown() {
    return new IllegalArgumentException("no command " + command + " of " + kind);
  }

  private static String text(JsonObject json, String field) {
    return required(json, field).getAsString();
  }

  private static List<String> names(JsonObject json) {
    if (json.has("name")) return List.of(text(json, "name"));
    if (!json.has("names")) return List.of();
    return json.getAsJsonArray("names").asList().stream().map(JsonElement::getAsString).toList();
  }

  private static JsonElement required(JsonObject json, String field) {
    if (!json.has(field)) throw new IllegalArgumentException("missing " + field);
    return json.get(field);
  }
}
