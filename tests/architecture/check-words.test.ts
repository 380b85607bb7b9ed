import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verdictLabels, verdictMeanings } from '#shared/contract/check-words.ts';
import { checkVerdicts } from '#shared/contract/checks.ts';

test('the guide lists the id, word and meaning of every verdict, in contract order', () => {
  const guide = readFileSync('docs/guide/checks.md', 'utf8');
  const rows = [...guide.matchAll(/^\| `([\w-]+)` +\| ([^|]+?) +\| ([^|]+?) +\|$/gm)];
  const verdicts = rows.filter(([, id]) => checkVerdicts.some((verdict) => verdict === id));
  expect(verdicts.map(([, id, word, meaning]) => [id, word, meaning])).toEqual(
    checkVerdicts.map((verdict) => [verdict, verdictLabels[verdict], verdictMeanings[verdict]]),
  );
});
