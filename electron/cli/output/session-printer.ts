import type { SessionPart, TurnLatency } from '#shared/contract/realtime.ts';
import { formatDuration } from '#shared/format.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { type LatencyKind, latencyOf } from '#shared/protocol/turn-latency.ts';
import { exitOfRun } from '../exit-codes.ts';
import type { JsonLine } from '../json-lines/index.ts';
import { failureJson, failureLines } from './failure-lines.ts';
import { printLine, type Terminal } from './terminal.ts';

/** Shows the parts of a session. The last one is its `ended`. */
export interface SessionPrinter {
  print(part: SessionPart): Promise<void>;
}

/**
 * Creates a printer of one part per line, as JSON, after the line of a failure in it. Audio is counted but not printed:
 * it is in the file of `--out`.
 */
export const createSessionJson = (terminal: Terminal): SessionPrinter => ({
  async print(part) {
    if ('failure' in part && part.failure) await terminal.data(failureJson(part.failure, exitOfPart(part)));
    await printLine(terminal, shown(part));
  },
});

const exitOfPart = (part: SessionPart): number | undefined =>
  part.type === 'ended' ? exitOfRun(part.state, part.failure?.code ?? null) : undefined;

function shown(part: SessionPart): JsonLine {
  if (part.type !== 'audio') return part;
  const { base64, ...rest } = part;
  return { ...rest, sizeBytes: Math.floor((base64.length * 3) / 4) };
}

const stages: Readonly<Record<string, string>> = {
  connecting: 'Connecting.',
  configuring: 'Connected. Configuring the session.',
  live: 'Ready.',
  'waiting-to-reconnect': 'Waiting to reconnect.',
};

/** Creates a printer that writes the model's words to stdout; the user's recognized words and the events to stderr. */
export function createSessionText(terminal: Terminal): SessionPrinter {
  /** Items whose text was printed as it arrived. */
  const printed = new Set<string>();
  let latency = '';
  /** A refusal arrives as a problem and again with the end. */
  let told: Failure | null = null;
  const isTold = (part: SessionPart) => {
    const failure = part.type === 'problem' || part.type === 'ended' ? part.failure : null;
    const isSame = failure !== null && failure.code === told?.code && failure.message === told.message;
    told = failure ?? told;
    return isSame && part.type === 'ended';
  };
  return {
    async print(part) {
      if (part.type === 'words' && part.who === 'model') {
        printed.add(part.itemId);
        await terminal.data(part.delta);
      } else if (part.type === 'words-done' && part.who === 'model') {
        if (!printed.has(part.itemId)) await terminal.data(part.text);
        await terminal.data('\n');
      } else if (part.type === 'latency') latency = latencyLine(part.latency);
      else if (part.type === 'response' && part.state === 'done' && latency !== '') terminal.note(latency);
      else if (isTold(part)) return;
      else {
        const [first, ...more] = lines(part);
        if (first === undefined) return;
        if (isTrouble(part)) terminal.message(first, 'bad');
        else terminal.note(first);
        for (const line of more) terminal.message(line);
      }
    },
  };
}

/** What `--quiet` does not hide. */
const isTrouble = (part: SessionPart): boolean =>
  ['problem', 'words-failed', 'closed', 'gap', 'ended'].includes(part.type) ||
  (part.type === 'expectation' && !part.met);

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

function lines(part: SessionPart): string[] {
  switch (part.type) {
    case 'stage': {
      const name = stages[part.stage];
      return name === undefined ? [] : [part.note === null ? name : `${name} ${part.note}`];
    }
    case 'words-done':
      return [`You: ${part.text}`];
    case 'tool-call':
      return [`Tool: ${part.name}(${part.arguments})`];
    case 'problem':
    case 'words-failed':
      return failureLines(part.failure);
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
