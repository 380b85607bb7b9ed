import { AppError } from '#shared/protocol/failure.ts';
import { redactedKey } from '../redaction/redact.ts';
import { openLogFile } from './log-file.ts';

/** What the log tells of. A request, its content and its addresses are none of it. */
export type LogEvent =
  /** The program began, ended, or could not begin. */
  | 'start'
  | 'stop'
  | 'start-failed'
  /** Nothing caught an error, or nothing awaited a promise that rejected. */
  | 'error'
  | 'rejection'
  /** A page ended without being told to, hangs, or answers again; another process of the program ended. */
  | 'page-gone'
  | 'page-hangs'
  | 'page-answers'
  | 'process-gone'
  /** A step of an update. */
  | 'update'
  /** The history was found damaged, repaired or restored, or cannot be written. */
  | 'storage'
  /** A message that did not come from Patchbay's own page, or guesses of the token. */
  | 'refused';

export type LogFacts = Readonly<Record<string, string | number | boolean | null>>;

/** The record of what happened to the program itself. */
export interface EventLog {
  /** Files of the log, the newest first; they need not exist. */
  readonly files: readonly string[];
  /** Notes an event, soon. Never throws and never waits; where nothing can be written, nothing is. */
  note(event: LogEvent, facts?: LogFacts): void;
  /** Notes what was thrown: names, codes and places in the program, never the message. */
  noteError(event: LogEvent, thrown: unknown, facts?: LogFacts): void;
  /** Takes out of every line from now on what `redact` finds. */
  redactWith(redact: (text: string) => string): void;
  /** Resolves when everything noted is written, or given up. */
  settled(): Promise<void>;
  /** Writes what is still unwritten before it returns: the process is about to end. */
  writeNow(): void;
}

export interface EventLogParts {
  /** Absolute path of the data folder. */
  dataFolder: string;
  /** Beginning of the file names; each host has its own. */
  host: 'desktop' | 'browser';
  now?: () => number;
  /** Most bytes of one file. */
  limitBytes?: number;
}

/** So many lines of one event are written in a minute. What repeats for ever must not push everything else out. */
const mostPerMinute = 20;
const minuteMs = 60_000;
const mostLetters = 2_000;

/** Opens the log of a host: three files of 1 MB at most, private, in the folder `logs` of the data folder. */
export function openEventLog({ dataFolder, host, now = Date.now, limitBytes }: EventLogParts): EventLog {
  const file = openLogFile({ dataFolder, host, ...(limitBytes !== undefined && { limitBytes }) });
  let redact = (text: string) => text;
  const recent = new Map<LogEvent, { since: number; count: number }>();

  const isTooMuch = (event: LogEvent): boolean => {
    const at = now();
    let span = recent.get(event);
    if (!span || at - span.since >= minuteMs || at < span.since) {
      const left = span ? span.count - mostPerMinute : 0;
      if (left > 0) put(event, { unwritten: left });
      span = { since: at, count: 0 };
      recent.set(event, span);
    }
    span.count += 1;
    return span.count > mostPerMinute;
  };
  const put = (event: LogEvent, facts: LogFacts) => {
    const words = Object.entries(facts).map(([name, value]) => `${name}=${spoken(value)}`);
    let line: string = event;
    try {
      line = plain(redact([event, ...words].join(' ')));
    } catch {
      // A text that could not be looked through is not written.
      line += ' facts=withheld';
    }
    file.add(`${new Date(now()).toISOString()} ${line.slice(0, mostLetters)}\n`);
  };
  const note = (event: LogEvent, facts: LogFacts = {}) => {
    if (!isTooMuch(event)) put(event, facts);
  };
  return {
    files: file.files,
    note,
    noteError(event, thrown, facts = {}) {
      const described = errorFacts(thrown).map(({ name, code, at }) => [name, code, ...at].filter(Boolean).join(' | '));
      note(event, { ...facts, thrown: described.join(' || because ') });
    },
    redactWith(given) {
      redact = given;
    },
    settled: file.settled,
    writeNow: file.writeNow,
  };
}

const spoken = (value: LogFacts[string]) =>
  typeof value === 'string' && !/^[\w.:+@/-]+$/.test(value) ? JSON.stringify(value) : String(value);

/** One line that obeys nothing: no control or direction characters, and no log-in or query in what looks like an address. */
const plain = (line: string) =>
  line
    .replaceAll(redactedKey, '[redacted]')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/(\w:\/\/)[^\s/@]*@/g, '$1')
    .replace(/(\w:\/\/[^\s?#"]*)[?#][^\s"]*/g, '$1');

/** What the log may say of an error: nothing that another program or the user could have written. */
interface ErrorFacts {
  name: string;
  code: string | null;
  /** Where it was thrown, innermost first: `function file:line:column`. */
  at: string[];
}

const mostFrames = 12;
const mostCauses = 3;

/**
 * Describes an error without its message, which may quote a body, a header or an address: the parser of JSON, for one,
 * repeats what it could not read. Causes follow, three at most.
 */
function errorFacts(thrown: unknown): ErrorFacts[] {
  const chain: ErrorFacts[] = [];
  for (let one = thrown; one instanceof Error && chain.length <= mostCauses; one = one.cause) chain.push(factsOf(one));
  return chain.length ? chain : [{ name: `thrown ${typeof thrown}`, code: null, at: [] }];
}

function factsOf(error: Error): ErrorFacts {
  const name = /^\w{1,40}$/.test(String(error.name)) ? error.name : 'Error';
  return { name, code: codeOf(error), at: framesOf(error) };
}

function codeOf(error: Error): string | null {
  // The codes of a failure are a closed list; those of the system are in capitals.
  if (error instanceof AppError) return error.failure.code;
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && /^[A-Z][A-Z\d_]{1,40}$/.test(code) ? code : null;
}

const frame =
  /^\s+at (?:(?:async |new )?([\w$.<>]{1,80})(?: \[as [\w$.]{1,80}\])? \()?([^()]*?)([\w.@-]{1,60}:\d+:\d+)\)?$/;

function framesOf({ stack = '', message }: Error): string[] {
  // A message of several lines can look like frames. One that was changed later is not found, and nothing is trusted.
  const from = stack.indexOf(message);
  if (from < 0) return [];
  return stack
    .slice(from + message.length)
    .split('\n')
    .flatMap((line) => {
      const [, where = '', , file] = frame.exec(line) ?? [];
      return file === undefined ? [] : [`${where} ${file}`.trim()];
    })
    .slice(0, mostFrames);
}
