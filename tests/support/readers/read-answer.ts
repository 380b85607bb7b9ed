import { Buffer } from 'node:buffer';
import { openReader } from '#core/readers/open-reader.ts';
import type { Ending, ReaderOptions, ResponseHead, TrafficEvent } from '#core/readers/reader.ts';
import { joinParts, type Part } from '#shared/protocol/part.ts';
import type { ReaderKind } from '#shared/protocol/route.ts';

/** One recorded response and what a user must learn from it. */
export interface AnswerFixture {
  name: string;
  kind: ReaderKind;
  body: string | Uint8Array;
  /** Default: status 200, requested as a stream, without headers. */
  head?: Partial<ResponseHead>;
  /** The parts in short form, see `told`. */
  tells: string[];
  /** The entries of the reply as the next request contains them. Compared where it is given. */
  form?: unknown[];
  verdict: Ending['verdict'];
  finishReason?: string;
  code?: string;
  /** The reader requests that the connection be closed before its end. */
  finished?: boolean;
}

export interface ReadResponse {
  parts: Part[];
  events: TrafficEvent[];
  ending: Ending;
  finished: boolean;
}

export function headOf(head: Partial<ResponseHead> = {}): ResponseHead {
  return { status: 200, statusText: '', headers: [], streamAsked: true, ...head };
}

function joined(parts: readonly Part[]): Part[] {
  const out: Part[] = [];
  for (const part of parts) {
    const last = out.at(-1);
    const both = last && joinParts(last, part);
    if (both) out[out.length - 1] = both;
    else out.push(part);
  }
  return out;
}

/** Reads a response that arrives in the given chunks. */
export function readPieces(
  kind: ReaderKind,
  pieces: Iterable<Uint8Array>,
  head: Partial<ResponseHead> = {},
  options: ReaderOptions = {},
): ReadResponse {
  const events: TrafficEvent[] = [];
  const reader = openReader(kind, headOf(head), { ...options, onEvent: (event) => events.push(event) });
  const parts: Part[] = [];
  for (const piece of pieces) for (const part of reader.read(piece)) parts.push(part);
  const finished = reader.finished;
  const ending = reader.end();
  return { parts: joined(parts.concat(ending.parts)), events, ending: { ...ending, parts: [] }, finished };
}

export function bytesOf(body: string | Uint8Array): Uint8Array {
  return typeof body === 'string' ? Buffer.from(body) : body;
}

export function readWhole(fixture: Pick<AnswerFixture, 'kind' | 'body' | 'head'>): ReadResponse {
  return readPieces(fixture.kind, [bytesOf(fixture.body)], fixture.head);
}

/** Returns the entries of a reply as the next request contains them; `undefined` where text and calls are enough. */
export const formIn = (parts: readonly Part[]): unknown[] | undefined =>
  parts.flatMap((part) => (part.type === 'reply-form' ? [part.entries] : []))[0];

/** One part as a short line, `null` for what every response has, and for what `formIn` returns. */
function line(part: Part): string | null {
  const mark = 'choice' in part && part.choice !== undefined ? `[${part.choice}] ` : '';
  switch (part.type) {
    case 'answer-start':
    case 'tool-delta':
    case 'reply-form':
      return null;
    case 'text-delta':
      return `${mark}text ${part.text}`;
    case 'reasoning-delta':
      return `${mark}reasoning ${part.text}`;
    case 'refusal-delta':
      return `${mark}refusal ${part.text}`;
    case 'text-final':
      return `${mark}final ${part.text}`;
    case 'logprobs':
      return `${mark}logprobs ${part.tokens.map(({ text, logprob, alternatives }) => [`${text}=${logprob}`, ...alternatives.map((other) => `${other.text}=${other.logprob}`)].join('/')).join(' ')}`;
    case 'tool-call':
      return `${mark}call ${part.index} ${part.id}:${part.name} ${part.arguments}${part.valid ? '' : ' invalid'}`;
    case 'finish':
      return `${mark}finish ${part.reason}`;
    case 'warning':
      return `warning ${part.code}`;
    case 'usage-report':
      return `usage ${part.inputTokens}/${part.outputTokens}/${part.totalTokens} r${part.reasoningTokens} c${part.cachedTokens}${part.units ? ` ${JSON.stringify(part.units)}` : ''}`;
    case 'answer-id':
      return `id ${part.id} ${part.model}`;
    case 'citation':
      return `citation ${part.url} ${part.title}`;
    case 'image':
      return [
        `image ${part.mediaType} ${part.base64 ?? part.url}`,
        ...(part.partial === undefined ? [] : [`partial ${part.partial}`]),
        ...(part.index ? [`at ${part.index}`] : []),
        ...[part.revisedPrompt, part.size, part.quality, part.background, part.format].filter((fact) => fact),
      ].join(' ');
    case 'vector':
      return `vector ${part.index} ${part.encoding} ${part.values.join(',')}${part.invalid ? ` invalid ${part.invalid.join(',')}` : ''}`;
    case 'ranking':
      return `ranking ${part.results.map(({ index, score, text }) => `${index}:${score}${text === null ? '' : `:${text}`}`).join(' ')}`;
    case 'task-state':
      return [
        `task ${part.taskId} ${part.state} ${part.progress}`,
        ...part.resultUrls.map((url) => `at ${url}`),
        ...(part.errorMessage === null ? [] : [`because ${part.errorMessage}`]),
        ...(part.expiresAt === null ? [] : [`until ${part.expiresAt}`]),
        ...(part.model === null ? [] : [`by ${part.model}`]),
      ].join(' ');
    case 'transcript':
      return [
        `transcript ${part.duration} ${part.language}`,
        ...part.segments.map(
          ({ start, end, text, speaker, confidence }) => `${start}-${end} ${speaker ?? ''}:${text}${rated(confidence)}`,
        ),
        ...part.words.map(({ word, start, end }) => `${start}-${end} ${word}`),
        ...(part.tokens ?? []).map(({ text, confidence }) => `${text}${rated(confidence)}`),
      ].join(' | ');
    case 'audio':
      return `audio ${part.mediaType} ${part.base64 ?? ''}|${part.transcript ?? ''}`;
    case 'item':
      return `item ${part.kind}`;
    case 'models':
      return `models ${part.models.map((model) => model.id).join(',')} next ${part.nextPage}`;
    case 'raw-event':
      return `raw ${part.data}`;
    default:
      return part.type;
  }
}

/** The parts of a response as short lines, without `answer-start` and the growing tool deltas. */
export function told(parts: readonly Part[]): string[] {
  return parts.map(line).filter((text) => text !== null);
}

/** One `data:` event. */
export function sse(value: unknown, lineEnd = '\n'): string {
  return `data: ${typeof value === 'string' ? value : JSON.stringify(value)}${lineEnd}${lineEnd}`;
}

/** A chunk of a chat stream with one choice. */
export function chunk(delta: unknown, rest: Record<string, unknown> = {}): string {
  return sse({ choices: [{ index: 0, delta, ...rest }] });
}

export const stop = chunk({}, { finish_reason: 'stop' });
export const done = 'data: [DONE]\n\n';

const rated = (confidence: number | undefined) => (confidence === undefined ? '' : ` @${confidence.toFixed(2)}`);
