import type { CheckCell, CheckPlanInput } from '#shared/contract/checks.ts';
import type { NativeKeyStyle } from '#shared/contract/connections.ts';
import type { Draft, ExchangeDetail } from '#shared/contract/exchanges.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { Control } from './control.ts';
import { judgeCell } from './judging/judge-cell.ts';
import { observe } from './judging/observation.ts';
import { controlDraftOf, draftOf, type ProbeFiles } from './probes/probe-draft.ts';

/** What a probe needs of the exchanges. */
export interface ProbePort {
  /** Runs a draft as an exchange that keeps its draft; the last part is `run-end`. */
  perform(draft: Draft, signal: AbortSignal): AsyncIterable<Part>;
  detail(exchangeId: string): ExchangeDetail | Promise<ExchangeDetail>;
  /** The beginning of the recorded answer. */
  answer(exchangeId: string, lengthBytes: number): Buffer;
}

/** An answer beyond this is not read for its shape. */
const shapeBytes = 1024 * 1024;

/** What a probe is sent with. */
export interface ProbeParts {
  port: ProbePort;
  files: ProbeFiles;
  signal: AbortSignal;
  /** How native routes get a key. */
  nativeStyleOf(keyId: string | null): NativeKeyStyle;
}

/** Asks for the path that cannot exist. Never rejects; `null` when it could not be asked for. */
export async function probeControl(
  cell: CheckCell,
  input: CheckPlanInput,
  { port, signal, nativeStyleOf }: ProbeParts,
): Promise<Control | null> {
  try {
    const { end, status } = await observe(
      port.perform(controlDraftOf(cell, input, nativeStyleOf(cell.keyId)), signal),
      () => {},
    );
    return { status, failure: end.error };
  } catch {
    return null;
  }
}

/**
 * Asks for one cell and judges what comes. `onStart` hears of the exchange as soon as there is one. Never rejects: what
 * goes wrong here is a cell that was not tried.
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
    const detail = await port.detail(end.exchangeId);
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
          : jsonShape(port.answer(end.exchangeId, shapeBytes + 1)),
        failure: end.error,
        exchangeId: end.exchangeId,
      },
    };
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return { tokens: 0, cell: { ...ended, verdict: 'not-tried', sentence: `It could not be tried: ${message}` } };
  }
}

/** Parts that say nothing of the answer's shape. */
const ours: ReadonlySet<string> = new Set(['run-start', 'progress', 'answer-start', 'warning', 'run-end']);

function jsonShape(bytes: Buffer): string | null {
  if (bytes.length === 0 || bytes.length > shapeBytes) return null;
  try {
    return shapeOf(JSON.parse(bytes.toString('utf8')));
  } catch {
    return null;
  }
}

/** What was seen at one place of a document. */
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
 * The shape of a JSON value as one line of text: field names in order, types in place of values, the items of a list as
 * one, `?` after a field that some of them lack. Two answers of one shape give one text, whatever they say. An object
 * with very many fields counts as a map from names to values.
 */
export function shapeOf(value: unknown): string {
  const seen = newSeen();
  look(value, seen, 0);
  const text = write(seen);
  return text.length <= textLimit ? text : `${text.slice(0, textLimit)}…`;
}

const newSeen = (): Seen => ({ kinds: new Set(), objects: 0, fields: new Map(), items: null });

function look(value: unknown, seen: Seen, depth: number): void {
  if (Array.isArray(value)) {
    seen.kinds.add('list');
    seen.items ??= newSeen();
    if (depth < depthLimit) for (const item of value.slice(0, itemLimit)) look(item, seen.items, depth + 1);
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
    if (depth < depthLimit) look(held, field.seen, depth + 1);
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
