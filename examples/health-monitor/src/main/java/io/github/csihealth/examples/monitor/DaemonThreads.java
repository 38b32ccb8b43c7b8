package io.github.csihealth.examples.monitor;

import java.util.concurrent.ThreadFactory;

/**
 * Makes threads that keep no program alive.
 *
 * @param name of each of them
 */
record DaemonThreads(String name) implements ThreadFactory {

  @Override
  public Thread newThread(Runnable task) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }
}
