import type { LogprobToken, Part } from '#shared/protocol/part.ts';
import { asArray, asNumber, asObject, asObjects, asText, type JsonObject } from '../intake/json-value.ts';
import { choiceField } from './choices.ts';

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

/** Reads the log probabilities of tokens, in the form of any surface. No part when there are none. */
export function logprobParts(value: unknown, choice = 0): Part[] {
  if (typeof value !== 'object' || value === null) return [];
  const tokens = tokensIn(value);
  return tokens.length > 0 ? [{ type: 'logprobs', tokens, ...choiceField(choice) }] : [];
}
