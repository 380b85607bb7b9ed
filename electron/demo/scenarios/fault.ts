import type { AuthorizedRequest } from '../incoming-request.ts';
import { asRecord, type JsonRecord } from '../json-value.ts';
import type { Language } from '../language/prompt-reading.ts';
import type { Voice } from '../language/turn.ts';
import type { Mark, Reply } from '../responses/reply.ts';
import { mapDocuments } from '../responses/steps.ts';

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

export type Alter = (reply: Reply, authorized: AuthorizedRequest) => Reply;

/** A scenario with what it does. */
export interface Fault extends Scenario {
  /** How the model must answer for the fault to show; `isWhole` ignores a request for a stream. */
  speaks?: { voice?: Voice; language?: Language; refuses?: true; callsTwice?: true; isWhole?: true };
  /** Gives files out as a whole, whatever range was asked for. */
  ignoresRanges?: true;
  /** What it does to a realtime session. */
  session?: SessionFault;
  /** Answers before the body of the request was read. */
  isEarly?: true;
  /** Answers instead of the route; `null` lets the route answer after all. */
  instead?: (authorized: AuthorizedRequest) => Reply | null;
  /** Changes the good answer of the route. */
  alter?: Alter;
}

/** What a fault does. A function alone changes the good reply of the route. */
export type Effect = Alter | Omit<Fault, keyof Scenario>;

/**
 * Faults from a list, one line each (`name | routes | title | about`), and what they do, by name.
 *
 * @throws Error for a name that is not in both.
 */
export function faultsOf(list: string, effects: Readonly<Record<string, Effect>>): readonly Fault[] {
  const lines = list.trim().split('\n');
  if (lines.length !== Object.keys(effects).length) throw new Error('the list of faults and their effects differ');
  return lines.map((line) => {
    const [name = '', routes = '', title = '', about = ''] = line.split('|').map((cell) => cell.trim());
    const effect = effects[name];
    if (!effect) throw new Error(`the fault ${name} has no effect`);
    const scenario = { name, title, about, routes: routes as ScenarioRoutes };
    return typeof effect === 'function' ? { ...scenario, alter: effect } : { ...scenario, ...effect };
  });
}

/** Changes replies of one dialect; other replies stay as they are. */
export const inDialect =
  (dialect: Reply['dialect'], alter: Alter): Alter =>
  (reply, authorized) =>
    reply.dialect === dialect ? alter(reply, authorized) : reply;

/** Makes faults of one dialect; `speaks` is how the model must answer for one to show. */
export const dialectFault =
  (dialect: Reply['dialect']) =>
  (alter: Alter, speaks?: Fault['speaks']): Effect => ({
    alter: inDialect(dialect, alter),
    ...(speaks && { speaks }),
  });

/** Changes the documents of one dialect that have one of the marks; all of them without marks. */
export const documentsIn = (
  dialect: Reply['dialect'],
  change: (document: JsonRecord, authorized: AuthorizedRequest) => unknown,
  ...marks: Mark[]
): Alter =>
  inDialect(dialect, (reply, authorized) =>
    mapDocuments(reply, (document) => change(asRecord(document), authorized), ...marks),
  );

/** Something that happens to a session besides what the client asks for. */
export type SessionEvent =
  /** An `error` event. */
  | { do: 'error'; message: string; type?: string; code: string }
  /** A text frame as it stands. */
  | { do: 'text'; text: string; times?: number }
  | { do: 'binary'; bytes: number }
  /** A text frame that is no UTF-8. */
  | { do: 'bad-text' }
  | { do: 'wait'; ms: number }
  /** Without a code for 1005. */
  | { do: 'close'; code: number | null; reason: string }
  /** Without a close frame. */
  | { do: 'drop' | 'reset' };

/** How a scenario changes a session. Handshakes are refused by the scenarios of all routes. */
export interface SessionFault {
  /** Happens in the place of `session.created`. */
  atOnce?: readonly SessionEvent[];
  /** Happens when the first answer has ended. */
  afterReply?: readonly SessionEvent[];
  /** Speaks this dialect only. `closes`: a client of the other is thrown out, else its fields are refused. */
  only?: { dialect: 'beta' | 'ga'; closes: boolean };
  /** Takes no notice of anything, pings included. */
  isDead?: true;
  /** Answers pings and nothing else. */
  isMute?: true;
  /** Reads nothing from the connection. */
  isDeaf?: true;
  /** Dies of values of another type than its own, like a relay that reads events into fixed types. */
  isStrict?: true;
  /** Can not transcribe. */
  cannotTranscribe?: true;
  /** Ends after so many milliseconds, as it said in the beginning. */
  lastsMs?: number;
}
