import type { Failure, SentFlag } from '#shared/protocol/failure.ts';
import type { Part, Usage } from '#shared/protocol/part.ts';

/** What every panel reads from a run besides its reply. */
export interface RunFacts {
  state: string;
  warnings: { code: string; message: string }[];
  usage: Usage | null;
  failure: Failure | null;
  /** How far the request got. */
  sent: SentFlag | null;
}

/** A run as stored by panels that send several of them for one document. */
export interface CallFacts extends RunFacts {
  exchangeId: string | null;
  /** Milliseconds from the start to the end. */
  endMs: number | null;
}

/** A call for which nothing has arrived. */
export const newFacts: Omit<CallFacts, 'state'> = {
  exchangeId: null,
  warnings: [],
  usage: null,
  failure: null,
  sent: null,
  endMs: null,
};

/** Returns the input tokens, or the total where the gateway does not separate them; `null` where it counted nothing. */
export const tokensOf = ({ usage }: Pick<RunFacts, 'usage'>): number | null =>
  usage && (usage.inputTokens ?? usage.totalTokens);

/** Adds a warning, the usage, or the end of a run; every other part leaves the facts unchanged. */
export function foldFacts<Facts extends RunFacts>(facts: Facts, part: Part): Facts {
  switch (part.type) {
    case 'warning':
      return { ...facts, warnings: [...facts.warnings, { code: part.code, message: part.message }] };
    case 'usage-report': {
      const { type: _type, raw: _raw, ...usage } = part;
      return { ...facts, usage };
    }
    case 'run-end':
      return { ...facts, state: part.state, failure: part.error, sent: part.sent };
    default:
      return facts;
  }
}

/** `foldFacts` with the exchange of the call and its time. */
export function foldRun<Call extends CallFacts>(call: Call, part: Part): Call {
  if (part.type === 'run-start') return { ...call, state: 'running', exchangeId: part.exchangeId };
  const folded = foldFacts(call, part);
  if (part.type !== 'run-end') return folded;
  return { ...folded, exchangeId: part.exchangeId || call.exchangeId, endMs: part.timeline.endMs };
}
