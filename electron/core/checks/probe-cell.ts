import type { CheckCell, CheckPlanInput } from '#shared/contract/checks.ts';
import type { NativeKeyStyle } from '#shared/contract/connections.ts';
import type { Draft, ExchangeDetail } from '#shared/contract/exchanges.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { Control } from './control.ts';
import { judgeCell } from './judging/judge-cell.ts';
import { observe } from './judging/observation.ts';
import { controlDraftOf, draftOf, type ProbeFiles } from './probes/probe-draft.ts';
import { shapeOf } from './shape.ts';

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
