import type { Connection } from '#shared/contract/connections.ts';
import type { Draft, DraftInput, ExchangeDetail } from '#shared/contract/exchanges.ts';
import type { Deadlines } from '#shared/protocol/route.ts';
import type { RecordedExchange } from '../store/records/exchange-recording.ts';
import type { Warning } from '../verdict/verdict.ts';
import type { Prepared } from './prepare.ts';
import { routeOf } from './request/custom-route.ts';
import { completeHeaders } from './request/outgoing-request.ts';
import type { TimelineRecorder } from './timeline.ts';

/** One attempt at a draft. */
export interface AttemptRequest {
  id: string;
  /** Counts from 1. */
  attempt: number;
  firstId: string;
  /** The added field that the attempt before was refused for. */
  without?: string | null;
  draft: Draft;
  /** Store the draft, so that it can be opened again. */
  keepDraft: boolean;
  prepared: Prepared;
}

/** Returns the warning of every attempt but the first. */
export function retriedAs({ attempt, without = null, firstId }: AttemptRequest): Warning {
  const change = without === null ? '' : `, without "${without}", which the gateway rejected`;
  return { code: 'retried', message: `Attempt ${attempt}${change}. The first was request ${firstId}.` };
}

/** Returns what is known of an exchange before its first byte is sent, redacted. */
export function newFacts(
  request: AttemptRequest,
  startedAt: number,
  warnings: Warning[],
  times: TimelineRecorder,
): RecordedExchange {
  const { id, attempt, firstId, draft, keepDraft, prepared } = request;
  const { plan, connection, key, body, redactor, outgoing: wire } = prepared;
  const headers = plan ? redactor.pairs(completeHeaders(plan, body)) : [];
  return {
    id,
    attempt,
    firstId,
    routeId: draft.routeId,
    connectionId: draft.connectionId,
    connectionName: connection?.name ?? '',
    keyAlias: key?.alias ?? null,
    model: redactor.value(plan?.model ?? null),
    method: plan?.method ?? routeOf(draft).method,
    address: redactor.text(plan?.url ?? ''),
    state: 'running',
    status: null,
    failureCode: null,
    finishReason: null,
    startedAt,
    durationMs: null,
    sentBytes: 0,
    receivedBytes: 0,
    events: 0,
    pinned: false,
    origin: draft.options.origin,
    deadlines: plan ? deadlinesInForce(wire?.deadlines ?? plan.deadlines, connection, draft) : [],
    proxy: wire?.to.proxy?.address ?? null,
    request: {
      headers,
      bodyBytes: body?.sizeBytes ?? 0,
      mediaType: headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null,
    },
    response: null,
    timeline: times.timeline,
    sent: 'not-sent',
    usage: null,
    failure: null,
    warnings,
    draft: keepDraft ? redactor.value(withoutText(draft)) : null,
    streamAsked: plan?.streamAsked ?? false,
    ...(plan?.asked && { asked: plan.asked }),
    ...(connection && connection.reasoningTags.length > 0 && { reasoningTags: connection.reasoningTags }),
  };
}

/** A JSON body's text is stored once, as the bytes of the request. */
const withoutText = (draft: Draft): DraftInput =>
  draft.body.kind === 'json' || draft.body.kind === 'text' ? { ...draft, body: { ...draft.body, text: '' } } : draft;

const names = ['connectMs', 'headersMs', 'idleMs', 'totalMs'] as const;

/**
 * Returns the time limits of a request with the source of each: the request overrides the connection, and that
 * overrides the route.
 */
const deadlinesInForce = (
  deadlines: Deadlines,
  connection: Pick<Connection, 'deadlines'> | null,
  { options }: Pick<Draft, 'options'>,
): ExchangeDetail['deadlines'] =>
  names.map((name) => ({
    name,
    ms: deadlines[name],
    from:
      options.deadlines[name] !== undefined
        ? 'request'
        : connection?.deadlines[name] !== undefined
          ? 'connection'
          : 'route',
  }));
