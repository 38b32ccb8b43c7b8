package io.github.csihealth.model;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What a reason may look like, and how one that may not is rewritten (rule C5). */
final class Reasons {

  /** The form {@code [A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?}, in words. */
  static final String FORM =
      "a letter, then letters, digits, '_', ',' or ':', not ending in ',' or ':'";

  private static final String NOTHING_LEGAL = "Unspecified";
  private static final int HASH_BYTES = 4;
  private static final int MAX_STEM = HealthLimits.MAX_REASON_BYTES - 1 - 2 * HASH_BYTES;

  private Reasons() {}

  /** Whether the form is legal and the length fits. */
  static boolean isLegal(String reason) {
    return reason.length() <= HealthLimits.MAX_REASON_BYTES && hasLegalForm(reason);
  }

  /** Whether the reason is {@link #FORM}, at any length. */
  static boolean hasLegalForm(String reason) {
    if (reason.isEmpty() || !isLetter(reason.charAt(0))) {
      return false;
    }
    for (int i = 1; i < reason.length(); i++) {
      if (!isLegalCharacter(reason.charAt(i))) {
        return false;
      }
    }
    char last = reason.charAt(reason.length() - 1);
    return last != ',' && last != ':';
  }

  /** The reason itself where it is legal, else a legal one made from it alone. */
  static String legal(String reason) {
    if (isLegal(reason)) {
      return reason;
    }
    String stem = camelCase(reason);
    if (stem.isEmpty()) {
      stem = NOTHING_LEGAL;
    }
    return stem.substring(0, Math.min(stem.length(), MAX_STEM)) + "_" + hash(reason);
  }

  /** What is wrong with an illegal reason; quotes none of it but its length. */
  static String fault(String reason) {
    if (reason.isEmpty()) {
      return "empty reason";
    }
    return hasLegalForm(reason)
        ? "reason of " + reason.length() + " bytes, over " + HealthLimits.MAX_REASON_BYTES
        : "reason that is not " + FORM;
  }

  /** Legal characters only, each word after an illegal one with a capital, from a letter on. */
  private static String camelCase(String reason) {
    StringBuilder out = new StringBuilder();
    boolean wordStarts = true;
    for (int i = 0; i < reason.length() && out.length() < MAX_STEM; i++) {
      char c = reason.charAt(i);
      if (!isLegalCharacter(c)) {
        wordStarts = true;
      } else if (out.length() > 0 || isLetter(c)) {
        out.append(wordStarts && c >= 'a' && c <= 'z' ? (char) (c - 'a' + 'A') : c);
        wordStarts = false;
      }
    }
    return out.toString();
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isLegalCharacter(char c) {
    return isLetter(c) || (c >= '0' && c <= '9') || c == '_' || c == ',' || c == ':';
  }

  private static String hash(String reason) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes(reason));
      return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-256", e);
    }
  }

  /** UTF-8; the UTF-16 units of what that cannot hold, so that distinct reasons stay distinct. */
  private static byte[] bytes(String reason) {
    if (Utf8.withoutLoneSurrogates(reason).equals(reason)) {
      return reason.getBytes(StandardCharsets.UTF_8);
    }
    ByteBuffer units = ByteBuffer.allocate(reason.length() * Character.BYTES);
    units.asCharBuffer().put(reason);
    return units.array();
  }
}
