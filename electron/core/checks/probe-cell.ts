import type { CheckCell, CheckPlanInput, TokenLimit } from '#shared/contract/checks.ts';
import { nativeKeyStyles } from '#shared/contract/connections.ts';
import type { Draft, ExchangeDetail } from '#shared/contract/exchanges.ts';
import type { Part } from '#shared/protocol/part.ts';
import type { RoutePrefixes } from '#shared/protocol/route-path.ts';
import { routes } from '#shared/protocol/table.ts';
import { orNull } from '../or-null.ts';
import { type Control, controlDraftOf } from './control.ts';
import { asksForControl, judgeCell } from './judging/judge-cell.ts';
import type { Judgement } from './judging/judge-failure.ts';
import type { JudgingFacts } from './judging/judged-cell.ts';
import { type Observation, observe } from './judging/observation.ts';
import type { KnownRefusals } from './known-refusals.ts';
import type { KeyModels } from './plan.ts';
import { adaptBody } from './probes/adapt-body.ts';
import { draftOf, type ProbeFiles, probeOfCell } from './probes/probe-draft.ts';
import { limitOf } from './probes/probes.ts';
import { shapeOf } from './response-shape.ts';

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
/** Read of a response, to compare it with that of its control. */
const openingBytes = 4096;

/** What probes are sent with. */
export interface ProbeParts {
  port: ProbePort;
  files: ProbeFiles;
  signal: AbortSignal;
  /** Of the connection. */
  prefixes: RoutePrefixes;
  refusals: KnownRefusals;
  /** What the model lists show about a key. */
  listOf(
    keyId: string | null,
  ): Pick<KeyModels, 'nativeKeyStyle' | 'isAccepted' | 'isNativeRefused' | 'lacksNative' | 'failure'>;
}

/** What the run does for one probe. */
export interface ProbeRun {
  /** The control of the cell, sent at once when the cell always needs it. */
  control: Promise<Control | null> | null;
  /** Sends the control after all; `null` when the run may send no more. */
  sendControl(): Promise<Control | null>;
  /** Counts one more request of the cell; false when the run may send no more. */
  takeCall(): boolean;
  onStart(exchangeId: string): void;
}

/** Requests the path that cannot exist. Never rejects; `null` when it could not be requested. */
export async function probeControl(
  cell: CheckCell,
  input: CheckPlanInput,
  { port, signal, prefixes, listOf }: ProbeParts,
): Promise<Control | null> {
  try {
    const nativeKeyStyle = listOf(cell.keyId).nativeKeyStyle ?? nativeKeyStyles[0];
    const draft = controlDraftOf(cell, input, { prefixes, nativeKeyStyle });
    const { end, status } = await observe(port.perform(draft, signal), () => {});
    return { status, failure: end.error, opening: openingOf(port, end.exchangeId) };
  } catch {
    return null;
  }
}

/**
 * Probes one cell and judges the response. A request that the gateway refuses because of a parameter is sent again
 * without it, or with the one that it lacks, and one for a model that it does not serve with the next one. Calls `onStart` with each exchange as soon
 * as it exists. Never rejects: an error in this program yields a cell that was not tried.
 */
export async function probeCell(
  cell: CheckCell,
  input: CheckPlanInput,
  parts: ProbeParts,
  run: ProbeRun,
): Promise<{ cell: CheckCell; tokens: number }> {
  const { limit: _planned, ...rest } = cell;
  const ended = { ...rest, state: 'ended', endedAt: Date.now() } as const;
  try {
    const first = await probeModel(cell, input, parts, run);
    const { alternate } = cell;
    const isMissing = first.judgement.verdict === 'model-not-on-route' && alternate !== undefined;
    const second =
      isMissing && run.takeCall() ? await probeModel({ ...cell, model: alternate }, input, parts, run) : null;
    const last = second !== null && second.judgement.verdict !== 'model-not-on-route' ? second : first;
    const other = second === null ? [] : last === second ? [...first.earlier, first.exchangeId] : [second.exchangeId];
    const earlier = [...last.earlier, ...other];
    return {
      tokens: first.tokens + (second?.tokens ?? 0),
      cell: {
        ...ended,
        ...last.judgement,
        ...last.facts,
        ...(last.limit !== null && { limit: last.limit }),
        sentence: [
          last === second ? `The gateway does not serve ${cell.model} here, so ${alternate} was tried.` : '',
          last.judgement.sentence,
          second !== null && last === first ? `It does not serve ${alternate} either.` : '',
        ]
          .filter(Boolean)
          .join(' '),
        endedAt: Date.now(),
        exchangeId: last.exchangeId,
        ...(earlier.length > 0 && { earlier }),
        ...(last === second && cell.model !== null && { model: alternate ?? null, replaced: cell.model }),
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

/** How the probe of a cell with one model ended. */
interface Probed {
  judgement: Judgement;
  facts: Pick<CheckCell, 'status' | 'firstByteMs' | 'totalMs' | 'shape' | 'failure'>;
  /** The limit on generated tokens that its request set. */
  limit: TokenLimit | null;
  exchangeId: string;
  /** Exchanges before it that the gateway refused because of a parameter. */
  earlier: string[];
  tokens: number;
}

/** A request is sent again at most this often with a change that the gateway's refusal asks for. */
const mostChanges = 5;

async function probeModel(cell: CheckCell, input: CheckPlanInput, parts: ProbeParts, run: ProbeRun): Promise<Probed> {
  const { port, files, signal, listOf, refusals } = parts;
  const { nativeKeyStyle } = listOf(cell.keyId);
  const planned = probeOfCell(cell, input.level).body;
  const isHttp = routes[cell.routeId].transport === 'http';
  // A request that should be refused stays as it is: a refusal of its parameters proves the route as well.
  const adapted = async () =>
    cell.action === 'refusal'
      ? { body: planned, changes: [] }
      : adaptBody({ body: planned, routeId: cell.routeId }, ...(await refusals.of(cell)));
  const earlier: string[] = [];
  let { body, changes } = await adapted();
  for (;;) {
    const draft = await draftOf(cell, input, { body, nativeKeyStyle, files });
    const observed = await observe(port.perform(draft, signal), run.onStart);
    const { exchangeId } = observed.end;
    const detail = port.detail(exchangeId);
    const seen: Observation = {
      ...observed,
      bodyBytes: detail.response?.bodyBytes ?? 0,
      opening: openingOf(port, exchangeId),
    };
    const mayChange = cell.action === 'call' && isHttp && earlier.length < mostChanges;
    if (mayChange && (await refusals.learn(cell, seen, body))) {
      const next = await adapted();
      if (JSON.stringify(next.body) !== JSON.stringify(body) && run.takeCall()) {
        earlier.push(exchangeId);
        ({ body, changes } = next);
        continue;
      }
    }
    return {
      judgement: withChanges(judgeCell(cell, seen, await factsFor(cell, seen, parts, run)), changes),
      facts: {
        status: detail.status,
        firstByteMs: seen.end.timeline.firstByteMs,
        totalMs: seen.end.timeline.endMs,
        shape: seen.streamed ? eventsOf(seen) : jsonShape(port.bytes(exchangeId, 0, shapeBytes + 1)),
        failure: seen.end.error,
      },
      limit: limitOf(body),
      exchangeId,
      earlier,
      tokens: seen.tokens,
    };
  }
}

async function factsFor(
  cell: CheckCell,
  seen: Observation,
  { listOf }: ProbeParts,
  { control, sendControl }: ProbeRun,
): Promise<JudgingFacts> {
  const { isAccepted, lacksNative, failure: listFailure } = listOf(cell.keyId);
  const facts = { isAccepted, lacksNative, listFailure };
  if (control !== null) return { ...facts, control: await control };
  return { ...facts, control: asksForControl(cell, seen) ? await sendControl() : null };
}

/** Adds what had to be changed for the gateway to take the request. */
const withChanges = (judgement: Judgement, changes: readonly string[]): Judgement =>
  changes.length === 0
    ? judgement
    : {
        ...judgement,
        sentence: `${judgement.sentence} Sent ${changes.join(' and ')}, because the gateway rejects the usual request.`,
      };

/** Returns the first kilobytes of a recorded response as text. */
export const openingOf = (port: Pick<ProbePort, 'bytes'>, exchangeId: string): string =>
  port.bytes(exchangeId, 0, openingBytes).toString('utf8');

/** Parts that say nothing about the shape of the response. */
const ours: ReadonlySet<string> = new Set(['run-start', 'progress', 'answer-start', 'warning', 'run-end']);

const eventsOf = ({ partTypes }: Observation): string =>
  `events: ${partTypes
    .filter((type) => !ours.has(type))
    .toSorted()
    .join(', ')}`;

function jsonShape(bytes: Buffer): string | null {
  if (bytes.length === 0 || bytes.length > shapeBytes) return null;
  return orNull(() => shapeOf(JSON.parse(bytes.toString('utf8'))));
}
