import type { CheckCell } from '#shared/contract/checks.ts';
import type { Core } from '#shared/contract/index.ts';
import type { LearnedLimit } from '#shared/contract/limits.ts';
import type { Failure, FailureCode } from '#shared/protocol/failure.ts';
import { isObject } from '#shared/protocol/json.ts';
import { parameterIn } from '../readers/classify.ts';
import { hasContent, type Observation } from './judging/observation.ts';
import type { RefusedField } from './probes/adapt-body.ts';
import type { ProbeBody } from './probes/probes.ts';
import { requiredIn } from './probes/required-fields.ts';

type Subject = Pick<CheckCell, 'routeId' | 'model'>;

/** What is known of the parameters that a gateway refuses or requires, to send the next probe as it wants it. */
export interface KnownRefusals {
  /** Returns what was learned about the route with this model, oldest first, and in this run with other models. */
  of(cell: Subject): Promise<[own: RefusedField[], others: RefusedField[]]>;
  /**
   * Takes a refusal that names a parameter of the body, or one that it lacks, before anything was generated. Returns
   * false for any other response.
   */
  learn(cell: Subject, seen: Observation, body: ProbeBody): Promise<boolean>;
}

/**
 * Refused parameters of one connection: the limits that every exchange learns, and for a run also those of refusals
 * that name a parameter in other words.
 *
 * @param since start of the run, milliseconds since 1970: older limits of other models may not apply anymore.
 */
export function createKnownRefusals(
  connectionId: string,
  since: number,
  limits: Pick<Core['limits'], 'list'>,
  signal: AbortSignal,
): KnownRefusals {
  const found: (RefusedField & Subject)[] = [];
  const learnedOn = async (routeId: Subject['routeId']) =>
    (await limits.list({ connectionId, routeId }, { signal })).filter(isOfField).toReversed();
  return {
    async of({ routeId, model }) {
      const learned = await learnedOn(routeId);
      const isOwn = (one: { model: string | null }) => one.model === model || one.model === null;
      const inRun = found.filter((one) => one.routeId === routeId);
      return [
        [...learned, ...inRun].filter(isOwn),
        [...learned.filter(({ seenAt }) => seenAt >= since), ...inRun].filter((one) => !isOwn(one)),
      ];
    },
    async learn({ routeId, model }, seen, body) {
      if (!isAboutRequest(seen, body)) return false;
      const { exchangeId, error } = seen.end;
      const required = error && requiredIn(error, routeId);
      if (required) {
        found.push({ kind: 'required', ...required, routeId, model });
        return true;
      }
      if ((await learnedOn(routeId)).some((limit) => limit.exchangeId === exchangeId)) return true;
      const refused = error && refusedIn(error, body);
      if (refused) found.push({ ...refused, routeId, model });
      return refused !== null;
    },
  };
}

type RefusedLimit = LearnedLimit & Exclude<RefusedField, { kind: 'required' }>;

const isOfField = (limit: LearnedLimit): limit is RefusedLimit =>
  limit.kind === 'unknown-parameter' || limit.kind === 'unknown-value';

/** Failures of a gateway that examined a request before doing anything. */
const ofRequest: ReadonlySet<FailureCode> = new Set(['parameter', 'rejected', 'in-band', 'unsupported-media']);

/** A model ran and reached its limit: the next request would be billed again. */
const reachedLimit = /\blimit was reached\b/i;

const isAboutRequest = (seen: Observation, body: ProbeBody): boolean => {
  const { error, state } = seen.end;
  if (state !== 'failed' || error === null || hasContent(seen) || seen.tokens > 0) return false;
  // A key may be forbidden one parameter, such as streaming, and nothing else.
  const isOfField = error.code === 'forbidden' && error.param !== null && namesOf(body).includes(error.param);
  return (isOfField || ofRequest.has(error.code)) && !reachedLimit.test(error.gatewayMessage ?? '');
};

/** Reads a refusal that names a parameter in words that no limit is learned from. */
function refusedIn({ param, gatewayMessage }: Failure, body: ProbeBody): RefusedField | null {
  const message = gatewayMessage ?? '';
  const named: { name: string; problem: string; replacement?: string | null } | null = parameterIn(message);
  const field = param ?? named?.name ?? nameIn(message, body);
  if (field === null || named?.problem === 'missing') return null;
  const isValue = named?.problem === 'invalid' || /\b(?:invalid|unsupported|wrong) value\b/i.test(message);
  const allowed = named?.replacement ? [named.replacement] : [];
  return { kind: isValue ? 'unknown-value' : 'unknown-parameter', field, refused: null, allowed };
}

/** Returns the parameter of the body that a message names: in quotes, or by a name that no sentence has by chance. */
function nameIn(message: string, body: ProbeBody): string | null {
  const isNamed = (name: string) =>
    new RegExp(`['"\`]${name}['"\`]${/[_A-Z]/.test(name) ? `|(?<![\\w.])${name}(?!\\w)` : ''}`).test(message);
  return namesOf(body).find(isNamed) ?? null;
}

const namesOf = (body: ProbeBody): string[] =>
  body.kind === 'json' ? namesIn(body.value) : body.kind === 'form' ? body.fields.map(([name]) => name) : [];

const namesIn = (value: Record<string, unknown>): string[] =>
  Object.entries(value).flatMap(([name, held]) => [name, ...(isObject(held) ? namesIn(held) : [])]);
