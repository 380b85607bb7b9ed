import { createContext, Script } from 'node:vm';
import type { Assertion, AssertionResult } from '#shared/contract/compare.ts';
import { orNull } from '../or-null.ts';
import { failed, judged, short, unknown } from './assertion-results.ts';
import { jsonIn, valueAt } from './json-reply.ts';

/** An expression or a schema of the user's that takes longer than this on a reply is given up, in milliseconds. */
export const limitMs = 250;

/** An assertion whose cost is not known from the length of the reply; its variables are filled. */
export type CostlyAssertion = Extract<Assertion, { kind: 'regex' | 'schema' | 'path' }>;

/** Checks a reply. Blocks its thread, at most for the limit where the user's expression decides how long it takes. */
export async function evaluateAssertion(given: CostlyAssertion, reply: string): Promise<AssertionResult> {
  if (given.kind === 'regex') return matchReply(given, reply);
  const json = jsonIn(reply);
  if (json === undefined) return failed('The reply is not JSON.');
  return given.kind === 'schema' ? validate(given.schema, json.value) : compare(given, json.value);
}

function matchReply({ pattern, ignoreCase }: CostlyAssertion & { kind: 'regex' }, reply: string): AssertionResult {
  try {
    const expression = new RegExp(pattern, ignoreCase ? 'iu' : 'u');
    const isMatch = withinLimit(() => expression.test(reply));
    return judged(isMatch, `Matches /${short(pattern)}/.`, `Does not match /${short(pattern)}/.`);
  } catch (thrown) {
    if (isTimeout(thrown)) return unknown(`The pattern was given up after ${limitMs} ms. Simplify it.`);
    return unknown(`The pattern is invalid: ${(thrown as Error).message}`);
  }
}

async function validate(schema: string, value: unknown): Promise<AssertionResult> {
  try {
    const { Ajv2020 } = await import('ajv/dist/2020.js');
    const ajv = new Ajv2020({ strict: false, logger: false, validateSchema: false });
    // Ajv refuses the name of a draft that it was not made for, although it reads the keywords of all of them.
    const { $schema: _draft, ...keywords } = JSON.parse(schema) as Record<string, unknown>;
    const problems = withinLimit(() => {
      const check = ajv.compile(keywords);
      return check(value) ? null : ajv.errorsText(check.errors, { dataVar: 'reply' });
    });
    return judged(problems === null, 'Matches the schema.', `Does not match the schema: ${problems}.`);
  } catch (thrown) {
    if (isTimeout(thrown)) return unknown(`The schema was given up after ${limitMs} ms. Simplify its patterns.`);
    return unknown(`The schema cannot be used: ${(thrown as Error).message}`);
  }
}

function compare({ path, equals }: CostlyAssertion & { kind: 'path' }, value: unknown): AssertionResult {
  const found = valueAt(value, path);
  const text = typeof found === 'string' ? found : orNull(() => JSON.stringify(found) as string | undefined);
  if (text === null) return unknown(`The value at ${path} is nested too deep.`);
  if (text === undefined) return failed(`There is nothing at ${path}.`);
  const isSame = text === equals || text === orNull(() => JSON.stringify(JSON.parse(equals)));
  return judged(isSame, `${path} is ${short(text)}.`, `${path} is ${short(text)}, not ${short(equals)}.`);
}

/** Runs `work`; also what it calls is interrupted at the limit. @throws what `isTimeout` recognizes. */
function withinLimit<T>(work: () => T): T {
  return new Script('work()').runInContext(createContext({ work }), { timeout: limitMs }) as T;
}

const isTimeout = (thrown: unknown): boolean =>
  (thrown as NodeJS.ErrnoException | null)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
