package leasehound.interop;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/** Calls of methods that the oldest supported Redisson does not have, and which therefore cannot be compiled in. */
final class Newer {
  private Newer() {}

  static Object call(Object target, String name, Class<?>[] types, Object... args) throws Exception {
    try {
      return method(target, name, types).invoke(target, args);
    } catch (InvocationTargetException wrapper) {
      if (wrapper.getCause() instanceof Exception cause) throw cause;
      throw wrapper;
    }
  }

  private static Method method(Object target, String name, Class<?>[] types) {
    try {
      return target.getClass().getMethod(name, types);
    } catch (NoSuchMethodException missing) {
      throw new UnsupportedOperationException("this version of Redisson has no " + name);
    }
  }
}
