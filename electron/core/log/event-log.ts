import { closeSync, constants, openSync, renameSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '#shared/protocol/failure.ts';
import { unseenRuns } from '#shared/unseen.ts';
import { redactedKey } from '../redaction/redact.ts';
import { makePrivateFolder } from '../store/private-file.ts';

/** Events of the log. It never contains requests, their content or their addresses. */
type LogEvent =
  /** The program started, quit, or could not start. */
  | 'start'
  | 'stop'
  | 'start-failed'
  /** An uncaught error, or an unhandled rejection. */
  | 'error'
  | 'rejection'
  /** A page crashed, hangs, or responds again; another process of the program ended. */
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

type LogFacts = Readonly<Record<string, string | number | boolean | null>>;

/** The log of what happened to the program itself. */
export interface EventLog {
  /** Log files, newest first; they may not exist. */
  readonly files: readonly string[];
  /** Logs an event asynchronously. Never throws and never waits; events are dropped where nothing can be written. */
  note(event: LogEvent, facts?: LogFacts): void;
  /** Logs an error: names, codes and source positions, never the message. */
  noteError(event: LogEvent, thrown: unknown, facts?: LogFacts): void;
  /** Applies `redact` to every line from now on. */
  redactWith(redact: (text: string) => string): void;
  /** Resolves when everything logged is written or dropped. */
  settled(): Promise<void>;
  /** Writes pending lines synchronously, because the process is about to end. */
  writeNow(): void;
}

interface EventLogParts {
  /** Absolute path of the data folder. */
  dataFolder: string;
  /** Prefix of the file names; each host has its own. */
  host: 'desktop' | 'browser';
  now?: () => number;
  /** Size limit of one file. */
  limitBytes?: number;
}

/** Lines per event and minute. A repeating event must not push out everything else. */
const maxPerMinute = 20;
const minuteMs = 60_000;
const maxLetters = 2_000;

/** Opens the log of a host: three files of at most 1 MB, private, in the folder `logs` of the data folder. */
export function openEventLog({ dataFolder, host, now = Date.now, limitBytes }: EventLogParts): EventLog {
  const file = openLogFile({ dataFolder, host, ...(limitBytes !== undefined && { limitBytes }) });
  let redact = (text: string) => text;
  const recent = new Map<LogEvent, { since: number; count: number }>();

  const isTooMuch = (event: LogEvent): boolean => {
    const at = now();
    let span = recent.get(event);
    if (!span || at - span.since >= minuteMs || at < span.since) {
      const left = span ? span.count - maxPerMinute : 0;
      if (left > 0) put(event, { unwritten: left });
      span = { since: at, count: 0 };
      recent.set(event, span);
    }
    span.count += 1;
    return span.count > maxPerMinute;
  };
  const put = (event: LogEvent, facts: LogFacts) => {
    const words = Object.entries(facts).map(([name, value]) => `${name}=${spoken(value)}`);
    let line: string = event;
    try {
      line = plain(redact([event, ...words].join(' ')));
    } catch {
      // Text that could not be redacted is not written.
      line += ' facts=withheld';
    }
    file.add(`${new Date(now()).toISOString()} ${line.slice(0, maxLetters)}\n`);
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

/**
 * Returns a line that is safe to print: no control or direction characters, and no credentials or query in anything
 * that looks like a URL.
 */
const plain = (line: string) =>
  line
    .replaceAll(redactedKey, '[redacted]')
    .replace(unseenRuns, ' ')
    .replace(/(\w:\/\/)[^\s/@]*@/g, '$1')
    .replace(/[^\s"]+/g, withoutQuery);

/** Returns a word without what follows the path of a URL in it. */
function withoutQuery(word: string): string {
  const start = word.search(/\w:\/\//);
  const query = start < 0 ? -1 : word.slice(start).search(/[?#]/);
  return query < 0 ? word : word.slice(0, start + query);
}

/** What the log may contain of an error: nothing that another program or the user could have written. */
interface ErrorFacts {
  name: string;
  code: string | null;
  /** Where it was thrown, innermost first: `function file:line:column`. */
  at: string[];
}

const maxFrames = 12;
/** Characters of a line of a stack; a longer one is no frame. */
const maxLine = 1000;
const maxCauses = 3;

/**
 * Describes an error without its message, which may quote a body, a header or an address: the JSON parser, for one,
 * repeats what it could not parse. Up to three causes follow.
 */
function errorFacts(thrown: unknown): ErrorFacts[] {
  const chain: ErrorFacts[] = [];
  for (let one = thrown; one instanceof Error && chain.length <= maxCauses; one = one.cause) chain.push(factsOf(one));
  return chain.length ? chain : [{ name: `thrown ${typeof thrown}`, code: null, at: [] }];
}

function factsOf(error: Error): ErrorFacts {
  const name = /^\w{1,40}$/.test(String(error.name)) ? error.name : 'Error';
  return { name, code: codeOf(error), at: framesOf(error) };
}

function codeOf(error: Error): string | null {
  // Failure codes are a closed list; system codes are upper case.
  if (error instanceof AppError) return error.failure.code;
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && /^[A-Z][A-Z\d_]{1,40}$/.test(code) ? code : null;
}

const frame =
  /^\s+at (?:(?:async |new )?([\w$.<>]{1,80})(?: \[as [\w$.]{1,80}\])? \()?([^()]*?)([\w.@-]{1,60}:\d+:\d+)\)?$/;

function framesOf({ stack = '', message }: Error): string[] {
  // A multi-line message can look like stack frames. If the message was changed later, it is not found, and nothing is
  // trusted.
  const from = stack.indexOf(message);
  if (from < 0) return [];
  return stack
    .slice(from + message.length)
    .split('\n')
    .flatMap((line) => {
      if (line.length > maxLine) return [];
      const [, where = '', , file] = frame.exec(line) ?? [];
      return file === undefined ? [] : [`${where} ${file}`.trim()];
    })
    .slice(0, maxFrames);
}

interface LogFileParts {
  dataFolder: string;
  host: string;
  limitBytes?: number;
}

/** A text file that is appended to and never exceeds its limit. */
interface LogFile {
  /** Newest first. */
  readonly files: readonly string[];
  add(line: string): void;
  settled(): Promise<void>;
  writeNow(): void;
}

const usualLimitBytes = 1_000_000;
const fileCount = 3;
/** Lines queued while the disk is slow; further lines are dropped. */
const maxQueued = 500;
/** Never through a link, which would lead the lines elsewhere. Windows has no such flag. */
const flags = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0);

/**
 * Appends lines to `<data folder>/logs/<host>.log`. A file that would exceed its limit becomes `<host>.1.log`, and that
 * one `<host>.2.log`. Several programs may append to the same file: each write opens it again. Lines that cannot be
 * written are dropped, so that neither a full disk nor a read-only one causes errors.
 */
export function openLogFile({ dataFolder, host, limitBytes = usualLimitBytes }: LogFileParts): LogFile {
  const folder = path.join(dataFolder, 'logs');
  const files = Array.from({ length: fileCount }, (_, age) => path.join(folder, `${host}${age ? `.${age}` : ''}.log`));
  const [newest = ''] = files;
  const moves = files
    .slice(1)
    .map((older, at) => [files[at] ?? '', older] as const)
    .reverse();
  let waiting: string[] = [];
  let writing: Promise<void> | null = null;

  function writeNow(): void {
    const text = waiting.join('');
    waiting = [];
    if (text === '') return;
    try {
      makePrivateFolder(folder);
      const size = statSync(newest, { throwIfNoEntry: false })?.size ?? 0;
      if (size > 0 && size + Buffer.byteLength(text) > limitBytes)
        for (const [from, to] of moves)
          try {
            renameSync(from, to);
          } catch {
            // It does not exist yet, or another program is reading it.
          }
      const file = openSync(newest, flags, 0o600);
      try {
        writeSync(file, text);
      } finally {
        closeSync(file);
      }
    } catch {
      // Lines that cannot be written are dropped: a queue would grow for as long as the disk stays full.
    }
  }

  async function writeSoon(): Promise<void> {
    // Lines logged in the same turn share one write.
    await Promise.resolve();
    writing = null;
    writeNow();
  }

  return {
    files,
    add(line) {
      if (waiting.length >= maxQueued) return;
      waiting.push(line);
      writing ??= writeSoon();
    },
    settled: async () => void (await writing),
    writeNow,
  };
}
