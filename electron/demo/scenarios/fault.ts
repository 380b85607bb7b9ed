import type { AuthorizedRequest } from '../incoming-request.ts';
import type { Language } from '../language/prompt-reading.ts';
import type { Voice } from '../language/turn.ts';
import type { SessionFault } from '../realtime/session-fault.ts';
import type { Reply } from '../responses/reply.ts';

/** Where a scenario has its full sense. Elsewhere it does what comes nearest, or nothing. */
export type ScenarioRoutes =
  | 'any'
  | 'text'
  | 'chat'
  | 'responses'
  | 'native'
  | 'listings'
  | 'embeddings'
  | 'rerank'
  | 'images'
  | 'edits'
  | 'transcription'
  | 'realtime'
  | 'video';

/** One quirk or fault of the gateway as the app and the terminal list it. */
export interface Scenario {
  name: string;
  title: string;
  /** One sentence in plain words. */
  about: string;
  routes: ScenarioRoutes;
}

/** A scenario with what it does. */
export interface Fault extends Scenario {
  /** How the model must answer for the fault to show; `isWhole` ignores the wish for a stream. */
  speaks?: { voice?: Voice; language?: Language; refuses?: true; callsTwice?: true; isWhole?: true };
  /** Gives files out as a whole, whatever range was asked for. */
  ignoresRanges?: true;
  /** What it does to a realtime session. */
  session?: SessionFault;
  /** Answers before the body of the request was read. */
  isEarly?: true;
  /** Answers instead of the route; `null` lets the route answer after all. */
  instead?(authorized: AuthorizedRequest): Reply | null;
  /** Changes the good answer of the route. */
  alter?(reply: Reply, authorized: AuthorizedRequest): Reply;
}
