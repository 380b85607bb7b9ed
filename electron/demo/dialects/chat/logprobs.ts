import { tokenize } from '../../language/tokens.ts';

interface Alternative {
  token: string;
  logprob: number;
  bytes: number[];
}

export interface TokenLogprob extends Alternative {
  top_logprobs: Alternative[];
}

/**
 * The demo has no model and so no probabilities of its own. It gives a real statistic of the same shape instead: how
 * likely each token is if tokens were drawn at random from this very answer.
 */
export function unigramLogprobs(text: string, alternatives: number): TokenLogprob[] {
  const tokens = tokenize(text);
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  const weigh = (token: string): Alternative => ({
    token,
    logprob: Math.log((counts.get(token) ?? 1) / tokens.length),
    bytes: [...Buffer.from(token)],
  });
  const likely = [...counts].sort((one, other) => other[1] - one[1]).slice(0, alternatives);
  const top = likely.map(([token]) => weigh(token));
  return tokens.map((token) => ({ ...weigh(token), top_logprobs: top }));
}
