package io.github.csihealth.model;

/** What the API server does with strings by their UTF-8 bytes, without encoding them. */
final class Utf8 {

  private Utf8() {}

  /** Number of UTF-8 bytes; a lone surrogate counts as the one byte that replaces it. */
  static int length(CharSequence s) {
    int bytes = 0;
    for (int i = 0; i < s.length(); ) {
      int codePoint = Character.codePointAt(s, i);
      bytes += width(codePoint);
      i += Character.charCount(codePoint);
    }
    return bytes;
  }

  /** Order of the UTF-8 bytes, which is that of the code points and not that of UTF-16 units. */
  static int compare(String a, String b) {
    int n = Math.min(a.length(), b.length());
    for (int i = 0; i < n; i++) {
      char x = a.charAt(i);
      char y = b.charAt(i);
      if (x != y) {
        // In UTF-16 surrogates sort below U+E000..U+FFFF, in UTF-8 above them.
        boolean highX = Character.isSurrogate(x);
        boolean highY = Character.isSurrogate(y);
        return highX == highY ? Character.compare(x, y) : Boolean.compare(highX, highY);
      }
    }
    return Integer.compare(a.length(), b.length());
  }

  /** The longest start of {@code s} of at most {@code maxBytes}, ending between code points. */
  static String cut(String s, int maxBytes) {
    int bytes = 0;
    for (int i = 0; i < s.length(); ) {
      int codePoint = s.codePointAt(i);
      bytes += width(codePoint);
      if (bytes > maxBytes) {
        return s.substring(0, i);
      }
      i += Character.charCount(codePoint);
    }
    return s;
  }

  /** The same string with every lone surrogate as a question mark; itself where there is none. */
  static String withoutLoneSurrogates(String s) {
    for (int i = 0; i < s.length(); i++) {
      if (Character.isSurrogate(s.charAt(i))) {
        return replaceLoneSurrogates(s);
      }
    }
    return s;
  }

  private static String replaceLoneSurrogates(String s) {
    StringBuilder out = new StringBuilder(s.length());
    boolean replaced = false;
    for (int i = 0; i < s.length(); ) {
      int codePoint = s.codePointAt(i);
      boolean lone = isSurrogate(codePoint);
      out.appendCodePoint(lone ? '?' : codePoint);
      replaced |= lone;
      i += Character.charCount(codePoint);
    }
    return replaced ? out.toString() : s;
  }

  private static boolean isSurrogate(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }

  private static int width(int codePoint) {
    if (codePoint < 0x80 || isSurrogate(codePoint)) {
      return 1;
    }
    if (codePoint < 0x800) {
      return 2;
    }
    return codePoint < 0x10000 ? 3 : 4;
  }
}
