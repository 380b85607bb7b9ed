import type { CellHead, CellMetrics, CompareCell } from '#shared/contract/compare.ts';
import { AppError } from '#shared/protocol/failure.ts';
import type { FileRef, Part, RunEnd, Usage } from '#shared/protocol/part.ts';
import { percentile } from '#shared/statistics.ts';
import type { Clock } from '../ports.ts';

/** How much of a reply its head contains, in characters. */
const excerptLength = 400;

/** What was read of a response. */
export type ReadReply = Omit<CompareCell, 'id' | 'rowId' | 'laneId' | 'repeat' | 'assertions' | 'grades'>;

/**
 * Reads one request to its end. Never rejects: an error in this program is the failure of the request.
 *
 * @param before the exchange of an earlier attempt, which counts until there is another one.
 * @param onStart gets the exchange of each attempt.
 */
export async function readReply(
  before: string | null,
  parts: AsyncIterable<Part>,
  clock: Clock,
  onStart: (exchangeId: string) => void,
): Promise<ReadReply> {
  const contentAtMs: number[] = [];
  const files: FileRef[] = [];
  const warnings: CellHead['warnings'] = [];
  /** Tool calls, as a model would write them. */
  const calls: string[] = [];
  /** Output items, as received. They are shown where the reply has nothing else. */
  const items: string[] = [];
  /** Indexes of further choices: a lane compares the first one. */
  const others = new Set<number>();
  let exchangeId = before;
  let text = '';
  let reasoning = '';
  let usage: Usage | null = null;
  let isStreamed = false;
  let end: RunEnd | null = null;
  let failure: CellHead['failure'] = null;
  try {
    for await (const part of parts) {
      if ('choice' in part && part.choice) {
        others.add(part.choice);
        continue;
      }
      switch (part.type) {
        case 'run-start':
          exchangeId = part.exchangeId;
          onStart(exchangeId);
          break;
        case 'answer-start':
          isStreamed = part.streamed;
          break;
        case 'text-delta':
        case 'refusal-delta':
          text += part.text;
          contentAtMs.push(clock.monotonic());
          break;
        case 'reasoning-delta':
          reasoning += part.text;
          contentAtMs.push(clock.monotonic());
          break;
        case 'text-final':
          text = part.text;
          break;
        case 'tool-call':
          calls.push(`${part.name}(${part.arguments})`);
          break;
        case 'audio':
          text += part.transcript ?? '';
          break;
        case 'item':
          items.push(JSON.stringify(part.item, null, 2));
          break;
        case 'image':
          if (part.ref && part.partial === undefined) files.push(part.ref);
          break;
        case 'file':
          files.push(part.ref);
          break;
        case 'usage-report': {
          const { type: _type, raw: _raw, ...counts } = part;
          usage = counts;
          break;
        }
        case 'warning':
          warnings.push({ code: part.code, message: part.message });
          break;
        case 'run-end':
          end = part;
          break;
        default:
      }
    }
  } catch (thrown) {
    failure = AppError.from(thrown);
  }
  if (others.size > 0) warnings.push({ code: 'items-odd', message: onlyFirst(others.size) });
  const said = [text, ...calls].filter((one) => one !== '');
  const written = (said.length === 0 && files.length === 0 ? items : said).join('\n');
  return {
    state: end?.state ?? 'interrupted',
    resumesAt: null,
    exchangeId: end?.exchangeId ?? exchangeId,
    failure: failure ?? end?.error ?? null,
    warnings,
    files,
    excerpt: written.slice(0, excerptLength),
    textLength: written.length,
    metrics: end && metricsOf({ end, isStreamed, usage, contentAtMs }),
    endedAt: clock.now(),
    text: written,
    reasoning,
  };
}

const onlyFirst = (count: number): string =>
  `The response has ${count} further ${count === 1 ? 'choice' : 'choices'}. Only the first one is compared. All of them are in the recorded request.`;

/** What was seen of one response. */
export interface SeenResponse {
  end: RunEnd;
  /** Whether content arrived in several chunks; a single one has no time to first token. */
  isStreamed: boolean;
  usage: Usage | null;
  /** When each chunk of content arrived, in milliseconds on one clock. */
  contentAtMs: readonly number[];
}

/**
 * Computes the figures of one request as AIPerf defines them: time to first token, inter-token latency as (request
 * latency - time to first token) / (output tokens - 1), and its inverse as tokens per second per user.
 */
export function metricsOf({ end, isStreamed, usage, contentAtMs }: SeenResponse): CellMetrics {
  const { timeline } = end;
  const isComplete = end.state === 'done' || end.state === 'done-with-warnings';
  const latencyMs = isComplete ? timeline.endMs : null;
  const ttftMs = isStreamed ? timeline.firstTokenMs : null;
  const tokens = usage?.outputTokens ?? null;
  const interTokenMs =
    latencyMs !== null && ttftMs !== null && tokens !== null && tokens > 1 ? (latencyMs - ttftMs) / (tokens - 1) : null;
  const gaps = contentAtMs.slice(1).map((atMs, at) => atMs - (contentAtMs[at] as number));
  return {
    ttftMs,
    interTokenMs,
    interChunkP95Ms: isStreamed ? percentile(gaps, 0.95) : null,
    tokensPerSecond: interTokenMs !== null && interTokenMs > 0 ? 1000 / interTokenMs : null,
    latencyMs,
    usage,
    finishReason: end.finishReason,
    sentBytes: timeline.sentBytes,
    receivedBytes: timeline.receivedBytes,
  };
}
