package io.github.csihealth.examples.monitor;

import io.github.csihealth.examples.monitor.KubeApiServer.User;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The temporary folder of one server: its keys, users and policies, its data and its logs. */
final class ServerFolder {

  private static final int LOG_LINES = 25;

  private final Path path;

  ServerFolder() throws IOException {
    path = Files.createTempDirectory("csi-health-kube-");
  }

  Path file(String name) {
    return path.resolve(name);
  }

  /** The keys that sign and check service account tokens: {@code sa.key} and {@code sa.pub}. */
  void writeServiceAccountKeys() throws IOException {
    KeyPair keys;
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      keys = generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has the curve P-256", e);
    }
    Files.writeString(file("sa.key"), pem("PRIVATE KEY", keys.getPrivate().getEncoded()));
    Files.writeString(file("sa.pub"), pem("PUBLIC KEY", keys.getPublic().getEncoded()));
  }

  /** Who may log in: {@code tokens.csv}. */
  void writeUsers(User administrator, List<User> others) throws IOException {
    StringBuilder tokens = new StringBuilder();
    tokens.append("%s,%2$s,%2$s,system:masters\n".formatted(administrator.token(), "admin"));
    for (User user : others) {
      tokens.append("%s,%2$s,%2$s\n".formatted(user.token(), user.name()));
    }
    Files.writeString(file("tokens.csv"), tokens);
  }

  /** One line a request, when it is answered: {@code audit-policy.yaml}. */
  void writeAuditPolicy() throws IOException {
    Files.writeString(
        file("audit-policy.yaml"),
        """
        apiVersion: audit.k8s.io/v1
        kind: Policy
        omitStages: [RequestReceived, ResponseStarted]
        rules:
        - level: None
          users: ["system:apiserver"]
        - level: None
          nonResourceURLs: ["/readyz"]
        - level: Metadata
        """);
  }

  /** A new kubeconfig that logs in at the server with the token. */
  Path kubeconfig(URI server, String token) throws IOException {
    String ca = Base64.getEncoder().encodeToString(Files.readAllBytes(certificate()));
    return Files.writeString(
        Files.createTempFile(path, "kubeconfig-", ".yaml"),
        """
        apiVersion: v1
        kind: Config
        clusters:
        - name: test
          cluster:
            server: %s
            certificate-authority-data: %s
        users:
        - name: test
          user:
            token: %s
        contexts:
        - name: test
          context:
            cluster: test
            user: test
        current-context: test
        """
            .formatted(server, ca, token));
  }

  /** The certificate that the API server writes when it first starts. */
  Path certificate() {
    return file("certs").resolve("apiserver.crt");
  }

  /** Trusts the API server's certificate and nothing else. */
  SSLContext trust() throws IOException {
    try (InputStream in = Files.newInputStream(certificate())) {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      for (Certificate certificate :
          CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("certificate-" + store.size(), certificate);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (GeneralSecurityException e) {
      // Also when the file was read while being written; the caller tries again.
      throw new IOException("cannot read " + certificate(), e);
    }
  }

  /** The whole lines of a log so far; none when there is no log yet. */
  List<String> lines(String log) throws IOException {
    if (!Files.exists(file(log))) {
      return List.of();
    }
    String text = Files.readString(file(log));
    return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
  }

  /** The end of a log, for an error message. */
  String tail(String log) throws IOException {
    List<String> lines = lines(log);
    return log
        + " ends:\n"
        + String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES), lines.size()));
  }

  void delete() {
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      // A left-over in the temporary folder is no reason to fail a test.
    }
  }

  private static String pem(String type, byte[] der) {
    String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
    return "-----BEGIN " + type + "-----\n" + text + "\n-----END " + type + "-----\n";
  }
}
