import type { Connection } from '#shared/contract/connections.ts';
import type { FileRef } from '#shared/protocol/part.ts';

/** The result of one response that is at a URL. */
export interface ResultMedia {
  /** Resolved: relative addresses are those of the gateway. */
  address: string;
  ref: FileRef;
}

export interface ResultRequest {
  connection: Pick<Connection, 'id' | 'baseAddress'> & Partial<Pick<Connection, 'mediaOrigins'>>;
  keyId: string | undefined;
  /** As named in the response. */
  named: string;
  kind: 'image' | 'audio';
  /** Identifies the download, so that a later call resumes it. */
  target: string;
  /** Name of the file without extension. */
  name: string;
  signal: AbortSignal;
  /** Called before each wait for another try, with the reason. */
  onNote(note: string): void;
}

/** Downloads the result of a response. @throws NotFetched, AppError. */
export type FetchResultMedia = (request: ResultRequest) => Promise<ResultMedia>;
