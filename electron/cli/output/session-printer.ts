import { base64Bytes } from '#shared/base64-bytes.ts';
import type { ResponseEnd, SessionPart, Speaker, TurnLatency } from '#shared/contract/realtime.ts';
import { formatDuration } from '#shared/format.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { type LatencyKind, latencyOf } from '#shared/protocol/turn-latency.ts';
import type { JsonLine } from '../json-lines/index.ts';
import { failureJson, failureLines } from './failure-lines.ts';
import type { SessionOutcome } from './session-outcome.ts';
import { printLine, type Terminal } from './terminal.ts';

/** Shows the parts of a session. The last one is its `ended`, with what it means for the command. */
export interface SessionPrinter {
  print(part: SessionPart, outcome?: SessionOutcome): Promise<void>;
}

/**
 * Creates a printer of one part per line, as JSON. The failure that decides the exit status has a line of its own before
 * the last one. Audio is counted but not printed: it is in the file of `--out`.
 */
export const createSessionJson = (terminal: Terminal): SessionPrinter => ({
  async print(part, outcome) {
    if (outcome?.failure) await terminal.data(failureJson(outcome.failure, outcome.exit));
    await printLine(terminal, shown(part));
  },
});

function shown(part: SessionPart): JsonLine {
  if (part.type !== 'audio') return part;
  const { base64, ...rest } = part;
  return { ...rest, sizeBytes: base64Bytes(base64) };
}

const stages: Readonly<Record<string, string>> = {
  connecting: 'Connecting.',
  configuring: 'Connected. Configuring the session.',
  live: 'Ready.',
  'waiting-to-reconnect': 'Waiting to reconnect.',
};

/**
 * Creates a printer that writes the words of one side to stdout; those of the other and the events to stderr.
 *
 * @param side the model, or in a transcription session the user.
 */
export function createSessionText(terminal: Terminal, side: Speaker): SessionPrinter {
  /** Items whose text was printed as it arrived. */
  const printed = new Map<string, string>();
  /** The failures that were printed: the response in which one occurred, and the end of the session, repeat it. */
  const told = new Set<string>();
  const inResponse = new Set<string>();
  let latency = '';
  return {
    async print(part) {
      if (part.type === 'words' && part.who === side) {
        printed.set(part.itemId, (printed.get(part.itemId) ?? '') + part.delta);
        await terminal.data(part.delta);
      } else if (part.type === 'words-done' && part.who === side) {
        await terminal.data(`${restOf(part.text, printed.get(part.itemId) ?? '')}\n`);
      } else if (part.type === 'latency') latency = latencyLine(part.latency);
      else if (part.type === 'response' && part.state === 'done' && !part.end.failure) {
        for (const line of lines(part)) terminal.note(line);
        if (latency !== '') terminal.note(latency);
      } else if (part.type === 'warning') terminal.message(`warning: ${part.message}`, 'warn');
      else {
        const found = failureIn(part);
        if (part.type === 'response' && part.state === 'started') inResponse.clear();
        const isRepeat = part.type === 'ended' ? told : part.type === 'response' ? inResponse : null;
        if (found && isRepeat?.has(found.message)) return;
        if (found) for (const messages of [told, inResponse]) messages.add(found.message);
        const [first, ...more] = lines(part);
        if (first === undefined) return;
        if (isTrouble(part)) terminal.message(first, 'bad');
        else terminal.note(first);
        for (const line of more) terminal.message(line);
      }
    },
  };
}

/** Returns what is left to print of a text whose beginning was; all of it, on a new line, where it was corrected. */
function restOf(text: string, printed: string): string {
  if (text.startsWith(printed)) return text.slice(printed.length);
  return text.trim() === printed.trim() ? '' : `\n${text}`;
}

/** What `--quiet` does not hide. */
const isTrouble = (part: SessionPart): boolean =>
  ['problem', 'words-failed', 'closed', 'gap', 'ended', 'response'].includes(part.type) ||
  (part.type === 'expectation' && !part.met);

const failureIn = (part: SessionPart): Failure | null => {
  if (part.type === 'response') return part.state === 'done' ? (part.end.failure ?? null) : null;
  return 'failure' in part ? part.failure : null;
};

const latencyNames: Record<LatencyKind, string> = {
  response: 'Response latency',
  'response-text': 'End of speech to first text',
  audio: 'Time to first audio',
  text: 'Time to first text',
};

function latencyLine(turn: TurnLatency): string {
  const latency = latencyOf(turn);
  return latency ? `${latencyNames[latency.kind]} ${formatDuration(latency.ms)}` : '';
}

function endLines({ failure, status, reason }: ResponseEnd): string[] {
  if (failure) return failureLines(failure);
  return status === 'cancelled' ? [`The reply was canceled${reason === null ? '' : ` (${reason})`}.`] : [];
}

/** A session has no body: its fields come from options. */
const withSessionHint = (failure: Failure): Failure =>
  failure.code === 'parameter'
    ? { ...failure, hint: 'Change or remove the option that sets the field, such as --voice or --system.' }
    : failure;

function lines(part: SessionPart): string[] {
  switch (part.type) {
    case 'stage': {
      const name = stages[part.stage];
      return name === undefined ? [] : [part.note === null ? name : `${name} ${part.note}`];
    }
    case 'words-done':
      return [`${part.who === 'person' ? 'You' : 'Model'}: ${part.text}`];
    case 'response':
      return part.state === 'done' ? endLines(part.end) : [];
    case 'tool-call':
      return [`Tool: ${part.name}(${part.arguments})`];
    case 'problem':
    case 'words-failed':
      return failureLines(withSessionHint(part.failure));
    case 'closed':
      return part.byUs ? [] : [`Connection closed with ${part.code}: ${part.reason || part.meaning}`];
    case 'gap':
      return part.toMs === null ? [] : [`Disconnected for ${formatDuration(part.toMs - part.fromMs)}: ${part.why}`];
    case 'expectation':
      return [`${part.met ? 'Met' : 'Not met'}: ${part.text}.${part.met ? '' : ` Found: ${part.found || 'nothing'}`}`];
    case 'ended':
      return part.failure ? failureLines(part.failure) : [];
    default:
      return [];
  }
}
