import type { Failure } from '../protocol/failure.ts';
import type { FileRef } from '../protocol/part.ts';

/** The outcome for a file that was dropped on the window or selected in it. */
export type Admission =
  | { kind: 'admitted'; file: FileRef }
  /** It is not on disk (created by a page script, or pasted): its bytes must be uploaded instead. */
  | { kind: 'no-path' }
  | { kind: 'refused'; failure: Failure };

/** `window.host`: everything that the desktop shell provides to the page. Undefined on other hosts. */
export interface HostWindow {
  /**
   * Requests a connection to the core. The port arrives as a `message` event on `window`, sent by the page's own
   * origin, with data `{ kind: 'host-port' }` and the port in `ports[0]`. A second call opens a new connection and
   * closes the first.
   */
  connect(): void;
  /**
   * Admits a `File` by its path on disk, without copying its bytes through the page. The page never learns the path,
   * and a file that the page itself created has none. Never rejects because of the file: a refusal is a value.
   */
  admit(file: object): Promise<Admission>;
}

/** Data of the `message` event that carries the port. */
export interface HostPortMessage {
  kind: 'host-port';
}
