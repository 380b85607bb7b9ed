import { expect, test } from 'vitest';
import { letLoose } from '../../../support/core/hostile-page.ts';

test('a compromised page gets no key, no file, no process and no address opened, whatever it calls', async () => {
  expect(await letLoose()).toEqual({
    'a key': [],
    'a key at an origin of its own': [],
    'a file of the computer': [],
    'a file outside': [],
    'a process': [],
    'an address opened unasked': [],
  });
}, 120_000);
