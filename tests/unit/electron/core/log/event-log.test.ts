import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { AppError, failure } from '#shared/protocol/failure.ts';
import { openEventLog } from '../../../../../electron/core/log/event-log.ts';
import { Redactor } from '../../../../../electron/core/redaction/redact.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';
import { canariesIn, canaryKey } from '../../../../support/exchange/canary.ts';

const at = Date.UTC(2026, 10, 23, 12);
const open = (dataFolder = tempFolder(), more: { limitBytes?: number; now?: () => number } = {}) =>
  openEventLog({ dataFolder, host: 'desktop', now: () => at, ...more });
const read = (file: string | undefined) => readFileSync(file ?? '', 'utf8');

test('an event is one line with its time and its facts, in a private file', async () => {
  const log = open();
  log.note('start', { version: '1.2.3', system: 'linux', first: true });
  log.note('process-gone', { type: 'GPU', reason: 'crashed twice', exitCode: 5 });
  await log.settled();
  const [newest = ''] = log.files;
  expect(read(newest)).toBe(
    '2026-11-23T12:00:00.000Z start version=1.2.3 system=linux first=true\n' +
      '2026-11-23T12:00:00.000Z process-gone type=GPU reason="crashed twice" exitCode=5\n',
  );
  if (process.platform !== 'win32') {
    expect(statSync(newest).mode & 0o077).toBe(0);
    expect(statSync(path.dirname(newest)).mode & 0o077).toBe(0);
  }
});

test('three files of a bounded size contain the newest lines', async () => {
  const folder = tempFolder();
  let minute = 0;
  const log = open(folder, { limitBytes: 1000, now: () => at + minute * 60_000 });
  for (; minute < 200; minute += 1) {
    log.note('update', { minute });
    await log.settled();
  }
  const files = readdirSync(path.join(folder, 'logs'));
  expect(files.toSorted()).toEqual(['desktop.1.log', 'desktop.2.log', 'desktop.log']);
  for (const file of log.files) expect(statSync(file).size).toBeLessThanOrEqual(1000);
  expect(read(log.files[0])).toContain('minute=199');
  expect(read(log.files[2])).not.toContain('minute=100\n');
});

test('logged events are on disk when the process has to exit at once', () => {
  const log = open();
  log.note('error');
  log.writeNow();
  expect(read(log.files[0])).toContain(' error\n');
});

test('an event that repeats forever is cut, and the rest is counted', async () => {
  let now = at;
  const log = open(tempFolder(), { now: () => now });
  for (let count = 0; count < 500; count += 1) log.note('refused', { count });
  now += 60_000;
  log.note('refused', { count: 'later' });
  await log.settled();
  const lines = read(log.files[0]).trimEnd().split('\n');
  expect(lines).toHaveLength(22);
  expect(lines.at(-2)).toContain('refused unwritten=480');
  expect(lines.at(-1)).toContain('count=later');
});

test('where nothing can be written there is no log, no error and no queue', async () => {
  const folder = tempFolder();
  writeFileSync(path.join(folder, 'logs'), 'a file in the place of the folder');
  const log = open(folder);
  for (let line = 0; line < 50; line += 1) log.note('update', { line });
  await log.settled();
  log.writeNow();
  expect(readdirSync(folder)).toEqual(['logs']);
});

test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')('a read-only folder has no log', async () => {
  const folder = tempFolder();
  chmodSync(folder, 0o500);
  const log = open(folder);
  log.note('start');
  await log.settled();
  expect(existsSync(path.join(folder, 'logs'))).toBe(false);
});

test.skipIf(process.platform === 'win32')('a link in place of the log is not followed', async () => {
  const folder = tempFolder();
  mkdirSync(path.join(folder, 'logs'));
  const target = path.join(folder, 'target');
  writeFileSync(target, '');
  const log = open(folder);
  symlinkSync(target, log.files[0] ?? '');
  log.note('start');
  await log.settled();
  log.note('start');
  log.writeNow();
  expect(read(target)).toBe('');
});

const body = 'BODY-CANARY tell me about my illness';
const failures: [string, () => unknown][] = [
  ['an error that quotes a body', () => new Error(`no: ${body} ${canaryKey}`)],
  ['a parser that quotes its input', () => thrownBy(() => JSON.parse(`{${body} ${canaryKey}`))],
  [
    'a message that looks like a stack',
    () => new Error(`x\n    at ${canaryKey} (BODY-CANARY.ts:1:1)\n    at BODY-CANARY`),
  ],
  [
    'a stack that was written by hand',
    () => Object.assign(new Error('x'), { stack: `Error: y\n    at sent (BODY-CANARY.ts:1:1)`, message: 'other' }),
  ],
  ['a cause', () => new Error('x', { cause: new TypeError(`${body} ${canaryKey}`) })],
  ['a name and a code', () => Object.assign(new Error('x'), { name: body, code: `E ${canaryKey} ${body}` })],
  ['a failure of the gateway', () => new AppError(failure('server', `The gateway said ${body} ${canaryKey}`))],
  ['a text', () => `${body} ${canaryKey}`],
  ['a thing', () => ({ body, key: canaryKey })],
];
const thrownBy = (act: () => unknown) => {
  try {
    return act();
  } catch (thrown) {
    return thrown;
  }
};

test.each(failures)('neither key nor body is in the log after %s', async (_what, make) => {
  const log = open();
  log.redactWith((text) => new Redactor([canaryKey]).text(text));
  for (const event of ['error', 'rejection', 'start-failed'] as const) log.noteError(event, make());
  log.note('storage', { notice: `${canaryKey} of https://me:${canaryKey}@gateway.test/v1?key=${canaryKey}` });
  await log.settled();
  const text = read(log.files[0]);
  expect(text.split('\n')).toHaveLength(5);
  expect(canariesIn(text)).toEqual([]);
  expect(text).not.toMatch(/BODY-CANARY|illness|gateway said|me:/);
});

test('an error is described by names, codes and locations in the program', async () => {
  const log = open();
  log.noteError(
    'error',
    Object.assign(new Error('secret words', { cause: new AppError(failure('storage', 'x')) }), { code: 'ENOSPC' }),
  );
  await log.settled();
  expect(read(log.files[0])).toMatch(
    / error thrown="Error \| ENOSPC \| [^"]*event-log\.test\.ts:\d+:\d+.* \|\| because AppError \| storage/,
  );
});

test('a line has no control characters, no login and no query, and nothing that could not be scanned', async () => {
  const log = open();
  log.note('refused', { channel: 'a\r\nb\u001b[2J\u202e', address: 'https://me:pass@gateway.test/v1?key=1#x' });
  log.redactWith(() => {
    throw new Error('the database is closed');
  });
  log.note('refused', { channel: 'secret' });
  await log.settled();
  const text = read(log.files[0]);
  expect(text.trimEnd().split('\n')).toHaveLength(2);
  expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]|me:|pass|key=1|secret/u);
  expect(text).toContain('https://gateway.test/v1');
  expect(text).toContain('refused facts=withheld');
});
