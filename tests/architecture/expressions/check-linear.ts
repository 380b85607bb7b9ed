import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { check } from 'recheck';
import type { FoundExpression } from './find-expressions.ts';

const file = path.join(import.meta.dirname, 'linear-expressions.txt');

/** Returns the expressions that were found linear before: checking all of them takes two minutes. */
export const knownLinear = (): ReadonlySet<string> => new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean));

export const writeLinear = (texts: Iterable<string>): void =>
  writeFileSync(file, `${[...new Set(texts)].sort().join('\n')}\n`);

/**
 * Returns why an expression may take more than linear time, with a text that shows it; `null` for a linear one. What the
 * checker cannot decide counts as superlinear.
 */
export async function whySuperlinear({ pattern, flags }: FoundExpression): Promise<string | null> {
  // The checker does not know the flag `v`; most patterns mean the same with `u`.
  const result = await check(pattern, flags.replace('v', 'u'), { timeout: 20_000, randomSeed: 1 });
  if (result.status === 'safe') return null;
  if (result.status === 'unknown') return `the checker cannot decide (${result.error.kind})`;
  return `${result.complexity.summary}, with ${result.attack.pattern}`;
}
