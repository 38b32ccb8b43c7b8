/**
 * The pure engine: from stored health, a driver's answer and the time to a {@link
 * io.github.csihealth.reconcile.Decision}.
 *
 * <p>Three functions named {@code decide} are the whole of it for a caller with a controller of
 * their own: that of {@link io.github.csihealth.reconcile.ClaimReconciler} for a claim, of {@link
 * io.github.csihealth.reconcile.PodReconciler} for the volumes of a pod, and of {@link
 * io.github.csihealth.reconcile.StorageReconciler} for a driver on a CSINode. A decision to write
 * carries a {@link io.github.csihealth.reconcile.WriteIntent}, which can be sent in four ways and
 * decided again after a conflict. {@link io.github.csihealth.reconcile.ListCycle} turns the pages
 * of one list cycle into an observation for each volume, and {@link
 * io.github.csihealth.reconcile.Binding} says which claim a volume's report may reach.
 *
 * <h2>The life of a volume's health</h2>
 *
 * <p>What is stored is the state, but for one thing that only the {@link
 * io.github.csihealth.reconcile.Memory} knows: that an adverse volume was absent once. Letters name
 * the transitions below.
 *
 * <pre>
 *                              a
 *  +----------------+ ------------------> +-----------+ --+ b c d e f
 *  | no information |                     |  adverse  |   |
 *  |   or healthy   | &lt;------------------ |           | &lt;-+
 *  +----------------+          r          +-----------+ &lt;------+
 *     |  ^        ^                             |              | s
 *     +--+        |                             | g            |
 *       n         |                             v              |
 *                 |                       +-----------+        |
 *                 +---------------------- | asked Get | -------+
 *                 |            r          +-----------+ &lt;------+
 *                 |                             | h            | g
 *                 |                             v              |
 *                 |                      +-------------+ ------+
 *                 +--------------------- | absent once |
 *                              t         +-------------+ --&gt; adverse by s
 * </pre>
 *
 * <table>
 * <caption>Transitions</caption>
 * <tr><th></th><th>what is observed</th><th>what is decided</th><th>rule</th></tr>
 * <tr><td>n</td><td>healthy, absent from a list, or a failed call</td>
 *     <td>keep: nothing is written for a healthy volume</td><td>C9, C11, C13</td></tr>
 * <tr><td>a</td><td>conditions</td><td>write, time = now</td><td>C9, C10</td></tr>
 * <tr><td>b</td><td>the same keys and messages, in any order</td><td>keep</td><td>C8, C9</td></tr>
 * <tr><td>c</td><td>other keys</td>
 *     <td>write, time = now, yet never before the stored one</td><td>C9, C10</td></tr>
 * <tr><td>d</td><td>the same keys, another message</td>
 *     <td>write and keep the time; once per interval, until then keep</td><td>C9</td></tr>
 * <tr><td>e</td><td>a failed call, or nothing that can be written</td>
 *     <td>keep, last known</td><td>C3, C11, C24</td></tr>
 * <tr><td>f</td><td>entries of a cycle that failed</td>
 *     <td>write what they add; nothing is removed</td><td>C14</td></tr>
 * <tr><td>r</td><td>an explicit empty report, of a list, a Get or a node probe</td>
 *     <td>write: recovered</td><td>C12, C13, C20</td></tr>
 * <tr><td>g</td><td>absent from a complete cycle</td><td>confirm by Get</td><td>C13</td></tr>
 * <tr><td>h</td><td>Get gives no answer</td><td>keep, and count one absence</td><td>C13</td></tr>
 * <tr><td>s</td><td>Get says adverse or NOT_FOUND; a cycle fails; any entry names the volume</td>
 *     <td>as a to f, and the count starts anew</td><td>C13, C14</td></tr>
 * <tr><td>t</td><td>absent from the next complete cycle too, and Get gives no answer again</td>
 *     <td>write: recovered</td><td>C13, C20</td></tr>
 * </table>
 *
 * <p>How a recovery is written depends on the object, unless an option says otherwise (C20): a
 * claim's field is removed (no information), a pod's entry stays without conditions (healthy), a
 * driver's entry of a CSINode is removed. A restart forgets the absence, never the state, unless a
 * {@link io.github.csihealth.reconcile.MemorySnapshot} is handed on (C17).
 *
 * <p>The volumes of a pod and the backends of a node know the upper half only, since there are no
 * list cycles on a node. A backend's conditions have a time each, kept as long as the key stays
 * (C24).
 *
 * <p>What there is to tell comes as data too: a {@link io.github.csihealth.reconcile.HealthEvent}
 * for each transition, and a {@link io.github.csihealth.reconcile.MetricUpdate} for each change of
 * a series (C3, C26).
 *
 * <h2>What holds of the whole package</h2>
 *
 * <p>Nothing here reads a clock, starts a thread, does I/O or logs. All values are immutable and
 * safe for use by any number of threads, except where marked otherwise. No parameter takes null and
 * no method returns null, except where marked nullable.
 *
 * <p>The upstream API is alpha: a minor version may add causes, accessors and ways to send.
 */
@NullMarked
package io.github.csihealth.reconcile;

import org.jspecify.annotations.NullMarked;
