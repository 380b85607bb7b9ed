import type { CheckCell, CheckPlanInput } from '#shared/contract/checks.ts';
import type { NativeKeyStyle } from '#shared/contract/connections.ts';
import type { Draft, ExchangeDetail } from '#shared/contract/exchanges.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { RoutePrefixes } from '#shared/protocol/route-path.ts';
import { orNull } from '../or-null.ts';
import type { Control } from './control.ts';
import { judgeCell } from './judging/judge-cell.ts';
import { observe } from './judging/observation.ts';
import { controlDraftOf, draftOf, type ProbeFiles } from './probes/probe-draft.ts';

/** The part of the exchanges that checks use. */
export interface ProbeExchanges {
  /** Runs a draft; the last part is `run-end`. */
  perform(draft: Draft, options: { signal: AbortSignal; keepDraft: true }): AsyncIterable<Part>;
  detail(exchangeId: string): ExchangeDetail;
  /** Bytes of the recorded response; fewer at its end. */
  bytes(exchangeId: string, offset: number, length: number): Buffer;
}

/** What a probe needs to be sent and read. */
export interface ProbePort extends Pick<ProbeExchanges, 'detail' | 'bytes'> {
  perform(draft: Draft, signal: AbortSignal): AsyncIterable<Part>;
}

/** Sends probes as exchanges that keep their drafts, and those of the realtime route as sessions. */
export const probePort = (parts: { exchanges: ProbeExchanges; probeSession: ProbePort['perform'] }): ProbePort => ({
  ...parts.exchanges,
  perform: (draft, signal) =>
    draft.routeId === 'realtime'
      ? parts.probeSession(draft, signal)
      : parts.exchanges.perform(draft, { signal, keepDraft: true }),
});

/** The shape of a larger response is not read. */
const shapeBytes = 1024 * 1024;

/** What a probe is sent with. */
export interface ProbeParts {
  port: ProbePort;
  files: ProbeFiles;
  signal: AbortSignal;
  /** Of the connection. */
  prefixes: RoutePrefixes;
  /** How native routes send a key. */
  nativeStyleOf(keyId: string | null): NativeKeyStyle;
}

/** Requests the path that cannot exist. Never rejects; `null` when it could not be requested. */
export async function probeControl(
  cell: CheckCell,
  input: CheckPlanInput,
  { port, signal, prefixes, nativeStyleOf }: ProbeParts,
): Promise<Control | null> {
  try {
    const { end, status } = await observe(
      port.perform(controlDraftOf(cell, input, { prefixes, nativeKeyStyle: nativeStyleOf(cell.keyId) }), signal),
      () => {},
    );
    return { status, failure: end.error };
  } catch {
    return null;
  }
}

/**
 * Probes one cell and judges the response. Calls `onStart` with the exchange as soon as it exists. Never rejects: an
 * error in this program yields a cell that was not tried.
 */
export async function probeCell(
  cell: CheckCell,
  input: CheckPlanInput,
  control: Control | null,
  { port, files, signal }: ProbeParts,
  onStart: (exchangeId: string) => void,
): Promise<{ cell: CheckCell; tokens: number }> {
  const ended = { ...cell, state: 'ended', endedAt: Date.now() } as const;
  try {
    const seen = await observe(port.perform(await draftOf(cell, input, files), signal), onStart);
    const { end } = seen;
    const detail = port.detail(end.exchangeId);
    const observation = { ...seen, mediaType: detail.response?.mediaType ?? null };
    return {
      tokens: seen.tokens,
      cell: {
        ...ended,
        ...judgeCell(cell, observation, control),
        endedAt: Date.now(),
        status: detail.status,
        firstByteMs: end.timeline.firstByteMs,
        totalMs: end.timeline.endMs,
        shape: seen.streamed
          ? `events: ${seen.partTypes
              .filter((type) => !ours.has(type))
              .toSorted()
              .join(', ')}`
          : jsonShape(port.bytes(end.exchangeId, 0, shapeBytes + 1)),
        failure: end.error,
        exchangeId: end.exchangeId,
      },
    };
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return {
      tokens: 0,
      cell: { ...ended, verdict: 'not-tried', sentence: `This cell could not be tested: ${message}` },
    };
  }
}

/** Parts that say nothing about the shape of the response. */
const ours: ReadonlySet<string> = new Set(['run-start', 'progress', 'answer-start', 'warning', 'run-end']);

function jsonShape(bytes: Buffer): string | null {
  if (bytes.length === 0 || bytes.length > shapeBytes) return null;
  return orNull(() => shapeOf(JSON.parse(bytes.toString('utf8'))));
}

/** What was observed at one path of a document. */
interface Seen {
  kinds: Set<string>;
  /** How many objects were seen here, and how many of them had each field. */
  objects: number;
  fields: Map<string, { seen: Seen; times: number }>;
  items: Seen | null;
}

const fieldLimit = 60;
const depthLimit = 12;
const itemLimit = 200;
const textLimit = 4_000;

/**
 * Returns the shape of a JSON value as one line of text: field names in order, types in place of values, the items of a
 * list merged into one, `?` after a field that some of them lack. Two responses of one shape have equal text, whatever
 * their content. An object with very many fields counts as a map from names to values.
 */
export function shapeOf(value: unknown): string {
  const seen = newSeen();
  inspect(value, seen, 0);
  const text = write(seen);
  return text.length <= textLimit ? text : `${text.slice(0, textLimit)}…`;
}

const newSeen = (): Seen => ({ kinds: new Set(), objects: 0, fields: new Map(), items: null });

function inspect(value: unknown, seen: Seen, depth: number): void {
  if (Array.isArray(value)) {
    seen.kinds.add('list');
    seen.items ??= newSeen();
    if (depth < depthLimit) for (const item of value.slice(0, itemLimit)) inspect(item, seen.items, depth + 1);
    return;
  }
  if (typeof value !== 'object' || value === null) {
    seen.kinds.add(value === null ? 'null' : typeof value);
    return;
  }
  seen.kinds.add('object');
  seen.objects += 1;
  const fields = Object.entries(value);
  const isMap = fields.length > fieldLimit;
  for (const [name, held] of isMap ? fields.slice(0, itemLimit) : fields) {
    const place = isMap ? '*' : name;
    const field = seen.fields.get(place) ?? { seen: newSeen(), times: 0 };
    seen.fields.set(place, field);
    field.times += 1;
    if (depth < depthLimit) inspect(held, field.seen, depth + 1);
  }
}

function write(seen: Seen): string {
  const words = [...seen.kinds].toSorted().map((kind) => {
    if (kind === 'object') return writeObject(seen);
    return kind === 'list' ? `[${seen.items ? write(seen.items) : ''}]` : kind;
  });
  return words.join(' | ');
}

function writeObject({ fields, objects }: Seen): string {
  const names = [...fields.keys()].toSorted();
  const written = names.map((name) => {
    const field = fields.get(name) as { seen: Seen; times: number };
    const isSometimes = name !== '*' && field.times < objects;
    return `${name}${isSometimes ? '?' : ''}: ${write(field.seen)}`;
  });
  return `{ ${written.join(', ')} }`;
}
