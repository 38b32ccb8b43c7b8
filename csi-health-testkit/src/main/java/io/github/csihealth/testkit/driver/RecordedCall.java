package io.github.csihealth.testkit.driver;

import java.time.Duration;
import java.util.Optional;

/**
 * What a call came with. The request itself, which may hold secrets, is not in it.
 *
 * @param method its full name, such as {@code csi.v1.Controller/ControllerGetVolumeHealth}
 * @param authority its {@code :authority}
 * @param timeLeft how long its caller went on waiting when it arrived, negative if no longer; empty
 *     for a call without a deadline
 * @param secrets how many secrets it brought: entries of fields marked {@code csi_secret}
 */
public record RecordedCall(
    String method, String authority, Optional<Duration> timeLeft, int secrets) {}
