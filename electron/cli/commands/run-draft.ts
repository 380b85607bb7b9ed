import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { Cost } from '#shared/cost/cost.ts';
import { AppError, type Failure } from '#shared/protocol/failure.ts';
import { isObject, parseJson } from '#shared/protocol/json.ts';
import type { RunEnd, Timeline } from '#shared/protocol/part.ts';
import { addedFieldIn, namesField } from '#shared/protocol/refused-field.ts';
import { routes } from '#shared/protocol/table.ts';
import { exitOfRun } from '../exit-codes.ts';
import { onInterrupt } from '../interrupt.ts';
import type { PartPrinter } from '../output/part-printer.ts';
import { modelOf, withNearModels } from './near-models.ts';
import type { Session } from './session.ts';

/** How long a canceled run may take to report its end. */
const endTimeoutMs = 2000;

/**
 * Sends a draft and prints its parts as they arrive. Ctrl-C, SIGTERM and a closed output cancel it; what had arrived is
 * printed, and a second signal ends the process.
 *
 * @returns the exit status. Every run ends with a last part that reports it, even when the core itself failed.
 */
export async function runDraft(
  session: Pick<Session, 'client' | 'connectionId' | 'wire'>,
  draft: DraftInput,
  printer: PartPrinter,
  closed: AbortSignal,
): Promise<number> {
  const interrupted = new AbortController();
  let exchangeId: string | null = null;
  const stop = () => {
    // The canceled run still reports its end; before it has an id there is nothing to report.
    if (exchangeId === null) interrupted.abort();
    else session.client.exchanges.cancel({ id: exchangeId }).catch(() => interrupted.abort());
  };
  const settle = onInterrupt(stop, endTimeoutMs, closed);
  let end: RunEnd | null = null;
  const warnings: string[] = [];
  try {
    const asked = { ...draft, options: { origin: 'terminal' as const, ...draft.options } };
    for await (const received of session.client.exchanges.run(asked, { signal: interrupted.signal })) {
      const part =
        received.type === 'run-end' && received.error
          ? { ...received, error: await withAdvice(received.error, draft, session) }
          : received;
      if (part.type === 'run-start') exchangeId = part.exchangeId;
      if (part.type === 'run-end') end = part;
      if (part.type === 'warning') warnings.push(part.code);
      session.wire?.part(part);
      const isEnd = part.type === 'run-end';
      await printer.print(part, isEnd ? await costOf(session, part.exchangeId) : undefined);
    }
  } catch (thrown) {
    if (end === null) {
      end = endWith(AppError.from(thrown), exchangeId);
      await printer.print(end);
    }
  } finally {
    settle();
  }
  if (end === null) {
    end = endWith(AppError.from(new Error('the run ended without its last part')), exchangeId);
    await printer.print(end);
  }
  const { state, error } = end;
  return exitOfRun(state, error?.code ?? null, warnings);
}

/** Adds to a failure what can be done on the command line. */
const withAdvice = (error: Failure, draft: DraftInput, session: Pick<Session, 'client' | 'connectionId'>) =>
  withNearModels(withFieldOption(error, draft), modelOf(draft), session);

/** Returns what a request cost; `undefined` for one that costs nothing. The core notes it before the run ends. */
async function costOf({ client }: Pick<Session, 'client'>, exchangeId: string): Promise<Cost | undefined> {
  const costs = await client.prices.costs({ ids: [exchangeId] }).catch(() => null);
  return costs?.[exchangeId];
}

/** Returns the end of a run that failed before it had one. */
export function endWith(error: Failure, exchangeId: string | null = null): RunEnd {
  const isCancelled = error.code === 'aborted';
  return {
    type: 'run-end',
    state: isCancelled ? 'cancelled' : 'failed',
    finishReason: null,
    sent: exchangeId === null ? 'not-sent' : 'maybe-processed',
    error,
    exchangeId: exchangeId ?? '',
    timeline: emptyTimeline(),
  };
}

const emptyTimeline = (): Timeline => ({
  startedAt: Date.now(),
  dnsMs: null,
  connectMs: null,
  tlsMs: null,
  sentMs: null,
  headersMs: null,
  firstByteMs: null,
  firstTokenMs: null,
  endMs: null,
  chunks: 0,
  longestGapMs: null,
  sentBytes: 0,
  receivedBytes: 0,
});

/** Adds the option that leaves out the field that a refusal is about, if the request contained it. */
function withFieldOption(failure: Failure, { routeId, body, options }: DraftInput): Failure {
  const value = body.kind === 'json' ? parseJson(body.text) : undefined;
  const named = failure.code === 'parameter' ? failure.param : null;
  const sent = Object.keys(isObject(value) ? value : {}).filter((name) => !routes[routeId].needs.includes(name));
  const field =
    addedFieldIn(failure, options?.added) ??
    sent.find((name) => named !== null && (namesField(named, name) || namesField(name, named)));
  return field === undefined
    ? failure
    : { ...failure, hint: `To send the request without the field: --without ${field}` };
}
