import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { verdictLabels, verdictMeanings } from '#shared/contract/check-words.ts';
import { checkVerdicts } from '#shared/contract/checks.ts';
import { gateway } from '../../renderer/lib/i18n/strings/zh/gateway.ts';
import { meanings } from '../../renderer/panels/checks/strings/verdicts-zh.ts';

/** The id, word and meaning of every verdict in a page. */
const verdictsIn = (page: string) =>
  [...readFileSync(page, 'utf8').matchAll(/^\| `([\w-]+)` +\| ([^|]+?) +\| ([^|]+?) +\|$/gm)]
    .map(([, id, word, meaning]) => [id, word, meaning])
    .filter(([id]) => checkVerdicts.some((verdict) => verdict === id));

test('the guide lists the id, word and meaning of every verdict, in contract order', () => {
  expect(verdictsIn('docs/guide/checks.md')).toEqual(
    checkVerdicts.map((verdict) => [verdict, verdictLabels[verdict], verdictMeanings[verdict]]),
  );
  expect(verdictsIn('docs/guide/zh/checks.md')).toEqual(
    checkVerdicts.map((verdict) => [verdict, gateway.verdicts[verdict], meanings[verdict]]),
  );
});
