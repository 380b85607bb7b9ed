import { expect, test } from 'vitest';
import { failureCodes } from '#shared/protocol/failure.ts';
import { exitCodes, exitMeanings, exitOfFailure, exitOfRun } from '../../../../electron/cli/exit-codes.ts';
import { helpOn } from '../../../../electron/cli/output/help.ts';

test('every failure has an exit status of the table, and none is 0', () => {
  const known: number[] = Object.values(exitCodes);
  for (const code of failureCodes) {
    expect(known).toContain(exitOfFailure(code));
    expect(exitOfFailure(code)).not.toBe(0);
  }
});

test('only a response known to be complete exits with 0', () => {
  expect(exitOfRun('done', null)).toBe(0);
  expect(exitOfRun('done-with-warnings', null)).toBe(0);
  expect(exitOfRun('done-with-warnings', null, ['no-end-mark'])).toBe(0);
  expect(exitOfRun('done-with-warnings', null, ['no-end-mark', 'cut-short'])).toBe(10);
  expect(exitOfRun('done-with-warnings', null, ['filtered'])).toBe(10);
  expect(exitOfRun('interrupted', 'reset')).toBe(6);
  expect(exitOfRun('interrupted', null)).toBe(6);
  expect(exitOfRun('cancelled', 'aborted')).toBe(130);
  expect(exitOfRun('failed', null)).toBe(1);
});

test.each([
  ['rejected', 1],
  ['misuse', 2],
  ['route-off', 2],
  ['auth', 3],
  ['no-key', 3],
  ['rate-limited', 4],
  ['overloaded', 4],
  ['upstream-account', 9],
  ['dns', 5],
  ['headers-timeout', 5],
  ['truncated', 6],
  ['empty', 7],
] as const)('a run that failed with %s exits with %i', (code, status) => {
  expect(exitOfRun('failed', code)).toBe(status);
});

test('the help lists all of them', () => {
  const help = helpOn('exit-codes', 120);
  for (const [name, status] of Object.entries(exitCodes)) {
    expect(help).toMatch(new RegExp(`^ +${status} ${name} `, 'm'));
    expect(help.replace(/\s+/g, ' ')).toContain(exitMeanings[name as keyof typeof exitMeanings]);
  }
});
