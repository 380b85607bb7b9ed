import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { memoryProblem, systemMemory } from '#core/exchange/memory-pressure.ts';
import { mayWorkAgain } from '#shared/protocol/outcomes.ts';

test('everything is sent up to four fifths of the memory, and no new request above', () => {
  expect(memoryProblem(0)).toBeNull();
  expect(memoryProblem(0.8)).toBeNull();
  const refused = memoryProblem(0.83);
  const hint = expect.stringContaining('then send again');
  expect(refused).toMatchObject({ code: 'memory', message: expect.stringContaining('83%'), effect: 'not-sent', hint });
  expect(refused?.retryable).toBe(mayWorkAgain('memory'));
});

test('this process has memory left', () => {
  expect(systemMemory()).toBeGreaterThan(0);
  expect(memoryProblem(systemMemory())).toBeNull();
});

const fill = `
  import { memoryProblem, systemMemory } from './memory-pressure.ts';
  const held = [];
  while (memoryProblem(systemMemory()) === null) held.push(new Array(100_000).fill(0.5));
  console.log(memoryProblem(systemMemory()).code, held.length);
`;

test('a process whose heap fills up refuses before it crashes', async () => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--max-old-space-size=128', '--max-semi-space-size=1', '--input-type=module', '--eval', fill],
    { cwd: path.join(import.meta.dirname, '../../../../../electron/core/exchange') },
  );
  expect(stdout).toMatch(/^memory [1-9]/);
});
