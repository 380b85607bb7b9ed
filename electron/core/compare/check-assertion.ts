import { createContext, Script } from 'node:vm';
import type { Assertion, AssertionResult, CellMetrics } from '#shared/contract/compare.ts';
import { formatCount, formatDuration } from '#shared/format.ts';
import { fillVariables } from '#shared/variables.ts';
import { orNull } from '../or-null.ts';

/** A regular expression of the user's that runs longer than this is given up, in milliseconds. */
const regexLimitMs = 250;

const passed = (reason: string): AssertionResult => ({ verdict: 'passed', reason });
const failed = (reason: string): AssertionResult => ({ verdict: 'failed', reason });
const unknown = (reason: string): AssertionResult => ({ verdict: 'unknown', reason });
const judged = (isMet: boolean, yes: string, no: string) => (isMet ? passed(yes) : failed(no));

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
      return matchReply(fill(given.pattern), given.ignoreCase, reply);
    case 'schema':
      return validateReply(fill(given.schema), reply);
    case 'path': {
      const json = jsonIn(reply);
      if (json === undefined) return failed('The reply is not JSON.');
      const found = valueAt(json.value, fill(given.path));
      const expected = fill(given.equals);
      const text = typeof found === 'string' ? found : JSON.stringify(found);
      if (text === undefined) return failed(`There is nothing at ${given.path}.`);
      const isSame = text === expected || text === orNull(() => JSON.stringify(JSON.parse(expected)));
      return judged(
        isSame,
        `${given.path} is ${short(text)}.`,
        `${given.path} is ${short(text)}, not ${short(expected)}.`,
      );
    }
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

const short = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** Backtracking of a user's pattern must not stop the process, so the match runs with a time limit. */
function matchReply(pattern: string, ignoreCase: boolean, reply: string): AssertionResult {
  try {
    const expression = new RegExp(pattern, ignoreCase ? 'iu' : 'u');
    const context = createContext({ expression, reply });
    const isMatch = new Script('expression.test(reply)').runInContext(context, { timeout: regexLimitMs }) as boolean;
    return judged(isMatch, `Matches /${short(pattern)}/.`, `Does not match /${short(pattern)}/.`);
  } catch (thrown) {
    const { message, code } = thrown as NodeJS.ErrnoException;
    return unknown(
      code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
        ? `The pattern was given up after ${regexLimitMs} ms. Simplify it.`
        : `The pattern is invalid: ${message}`,
    );
  }
}

async function validateReply(schema: string, reply: string): Promise<AssertionResult> {
  const json = jsonIn(reply);
  if (json === undefined) return failed('The reply is not JSON.');
  try {
    const { Ajv2020 } = await import('ajv/dist/2020.js');
    const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false });
    // Ajv refuses the name of a draft that it was not made for, although it reads the keywords of all of them.
    const { $schema: _draft, ...keywords } = JSON.parse(schema) as Record<string, unknown>;
    const validate = ajv.compile(keywords);
    return judged(
      validate(json.value),
      'Matches the schema.',
      `Does not match the schema: ${ajv.errorsText(validate.errors, { dataVar: 'reply' })}.`,
    );
  } catch (thrown) {
    return unknown(`The schema cannot be used: ${(thrown as Error).message}`);
  }
}

/** Returns the JSON of a reply, also from a Markdown code fence around all of it. */
export function jsonIn(reply: string): { value: unknown } | undefined {
  const fenced = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/.exec(reply);
  return orNull(() => ({ value: JSON.parse(fenced?.[1] ?? reply) as unknown })) ?? undefined;
}

/** Returns the value at a path such as `$.items[0].name`; `undefined` where there is none. */
export function valueAt(value: unknown, path: string): unknown {
  const steps = path.replace(/^\$\.?/, '').match(/[^.[\]]+/g) ?? [];
  let found = value;
  for (const step of steps) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Record<string, unknown>)[step];
  }
  return found;
}
