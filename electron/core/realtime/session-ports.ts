import type { Origin } from '#shared/contract/exchanges.ts';
import type { SessionDraft } from '#shared/contract/realtime.ts';
import type { Sources } from '../exchange/prepare.ts';
import type { Recorder } from '../exchange/recorder.ts';
import type { Clock, FilePort } from '../ports.ts';
import type { SessionTimings } from './timings.ts';

/** What a session lives on. */
export interface SessionPorts {
  sources: Sources;
  recorder: Recorder;
  clock: Clock;
  files: FilePort;
  timings: SessionTimings;
  /** Folder of the tracks; `null` where nothing is saved. */
  trackFolder: string | null;
}

/** One session as it is begun. */
export interface SessionStart {
  id: string;
  draft: SessionDraft;
  origin: Origin;
  /** Only look whether a session is made, and send nothing. */
  handshakeOnly?: boolean;
  /** What was said in an earlier session, to be said again as text. */
  earlier: readonly { who: 'person' | 'model'; text: string }[];
}
