import type { Assertion, AssertionResult, CellMetrics } from '#shared/contract/compare.ts';
import { formatCount, formatDuration } from '#shared/format.ts';
import { fillVariables } from '#shared/variables.ts';
import { judged, short, unknown } from './assertion-results.ts';
import { evaluateInThread } from './assertion-thread.ts';

/**
 * Checks a complete reply against one assertion, whose variables are filled with the values of the row. Never throws: an
 * assertion that cannot be evaluated is `unknown`.
 */
export async function checkAssertion(
  given: Assertion,
  reply: string,
  metrics: CellMetrics,
  values: Readonly<Record<string, string>>,
): Promise<AssertionResult> {
  const fill = (text: string) => fillVariables(text, values);
  switch (given.kind) {
    case 'contains': {
      const text = fill(given.text);
      const fold = (one: string) => (given.ignoreCase ? one.toLowerCase() : one);
      return judged(
        fold(reply).includes(fold(text)),
        `Contains “${short(text)}”.`,
        `Does not contain “${short(text)}”.`,
      );
    }
    case 'equals': {
      const text = fill(given.text).trim();
      const fold = (one: string) => (given.ignoreCase ? one.trim().toLowerCase() : one.trim());
      return judged(fold(reply) === fold(text), 'Equals the expected text.', `Does not equal “${short(text)}”.`);
    }
    case 'regex':
      return evaluateInThread({ ...given, pattern: fill(given.pattern) }, reply);
    case 'schema':
      return evaluateInThread({ ...given, schema: fill(given.schema) }, reply);
    case 'path':
      return evaluateInThread({ ...given, path: fill(given.path), equals: fill(given.equals) }, reply);
    case 'latency': {
      if (metrics.latencyMs === null) return unknown('The request has no latency, because it did not end normally.');
      const text = formatDuration(metrics.latencyMs);
      return judged(
        metrics.latencyMs <= given.mostMs,
        `Took ${text}.`,
        `Took ${text}, at most ${formatDuration(given.mostMs)} allowed.`,
      );
    }
    case 'tokens': {
      const tokens = metrics.usage?.outputTokens ?? null;
      if (tokens === null) return unknown('The gateway did not report output tokens.');
      const text = `${formatCount(tokens)} output tokens`;
      return judged(tokens <= given.most, `${text}.`, `${text}, at most ${formatCount(given.most)} allowed.`);
    }
    case 'judge':
      return reply.trim() === ''
        ? unknown('There is no text to grade.')
        : { verdict: 'waiting', reason: 'The judge has not graded this reply.' };
  }
}
