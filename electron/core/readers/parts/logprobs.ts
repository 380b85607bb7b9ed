import type { LogprobToken, Part } from '#shared/protocol/part.ts';
import { asArray, asNumber, asObject, asObjects, asText, type JsonObject } from '../intake/json-value.ts';
import { choiceField } from './choices.ts';
import { warning } from './compose.ts';

/** The APIs allow 20 alternatives; more are of no use. */
const mostAlternatives = 20;

type Alternative = LogprobToken['alternatives'][number];

/** Returns the log probability in a record; `null` for what JSON cannot hold, such as minus infinity. */
const logprobIn = ({ logprob, logProbability, log_probability }: JsonObject): number | null =>
  asNumber(logprob ?? logProbability ?? log_probability);

/** Reads alternatives: records in a list, or a map from texts to log probabilities. */
function alternativesIn(value: unknown): Alternative[] {
  const map = asObject(value);
  const read = map
    ? Object.entries(map).map(([text, logprob]) => ({ text, logprob: asNumber(logprob) }))
    : asObjects(value).map((record) => ({ text: asText(record.token) ?? '', logprob: logprobIn(record) }));
  return read.slice(0, mostAlternatives);
}

const tokenIn = (record: JsonObject): LogprobToken => ({
  text: asText(record.token) ?? asText(record.text) ?? '',
  logprob: logprobIn(record),
  alternatives: alternativesIn(record.top_logprobs ?? record.topLogprobs),
});

/** Parallel lists, as completions had them and some services still send. */
function fromLists(tokens: unknown[], { token_logprobs, top_logprobs }: JsonObject): LogprobToken[] {
  const logprobs = asArray(token_logprobs);
  const tops = asArray(top_logprobs);
  return tokens.map((token, at) => ({
    text: asText(token) ?? '',
    logprob: asNumber(logprobs[at]),
    alternatives: alternativesIn(tops[at]),
  }));
}

/** The native surface lists what was chosen and what could have been, side by side. */
function fromCandidates(chosen: JsonObject[], record: JsonObject): LogprobToken[] {
  const tops = asArray(record.topCandidates ?? record.top_candidates);
  return chosen.map((token, at) => ({
    ...tokenIn(token),
    alternatives: alternativesIn(asObject(tops[at])?.candidates),
  }));
}

function tokensIn(value: unknown): LogprobToken[] {
  const record = asObject(value);
  if (record === null) return asObjects(value).map(tokenIn);
  if (Array.isArray(record.tokens)) return fromLists(record.tokens, record);
  const chosen = asObjects(record.chosenCandidates ?? record.chosen_candidates);
  if (chosen.length > 0) return fromCandidates(chosen, record);
  return [...asObjects(record.content), ...asObjects(record.refusal)].map(tokenIn);
}

/** Tokens of one reply, each with up to 20 alternatives: more are in the recorded response alone. */
const mostTokens = 4000;

/**
 * Collects the log probabilities of one reply, in the form of any surface. They follow its text, all in one part: a
 * secret in them is found like one in a text, although each of its tokens is a text of its own.
 */
export function createLogprobs(choice: number) {
  const tokens: LogprobToken[] = [];
  let count = 0;
  return {
    take(value: unknown): void {
      if (typeof value !== 'object' || value === null) return;
      for (const token of tokensIn(value)) {
        count += 1;
        if (count <= mostTokens) tokens.push(token);
      }
    },
    /** Call once. */
    end(): Part[] {
      if (count === 0) return [];
      const part: Part = { type: 'logprobs', tokens, ...choiceField(choice) };
      return count > mostTokens ? [part, shortened(count)] : [part];
    },
  };
}

const shortened = (count: number): Part =>
  warning(
    'not-kept',
    `The probabilities of the first ${mostTokens} of ${count} tokens are shown. The recorded response contains all of them.`,
  );
