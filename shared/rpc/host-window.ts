import type { Failure } from '../protocol/failure.ts';
import type { FileRef } from '../protocol/part.ts';

/** What became of a file that was dropped on the window or picked in it. */
export type Admission =
  | { kind: 'admitted'; file: FileRef }
  /** It is not on the disk (made by page script, or pasted): its bytes must be uploaded instead. */
  | { kind: 'no-path' }
  | { kind: 'refused'; failure: Failure };

/** `window.host`: everything the desktop shell gives to the page. It exists only there. */
export interface HostWindow {
  /**
   * Asks for a line to the core. It arrives as a `message` event on `window`, sent by the page's own origin, with data
   * `{ kind: 'host-port' }` and the port in `ports[0]`. A second call opens a new connection and closes the first.
   */
  connect(): void;
  /**
   * Admits a `File` by its place on disk, without copying its bytes through the page. The page never learns the place,
   * and a file that it made up has none. Never rejects because of the file: a refusal is a value.
   */
  admit(file: object): Promise<Admission>;
}

/** Data of the `message` event that carries the port. */
export interface HostPortMessage {
  kind: 'host-port';
}
