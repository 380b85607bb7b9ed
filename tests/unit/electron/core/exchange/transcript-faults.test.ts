import { expect, test } from 'vitest';
import { type DemoGateway, startDemoGateway } from '#demo/gateway.ts';
import { capabilitiesOf } from '#shared/protocol/capabilities.ts';
import type { Part } from '#shared/protocol/part.ts';
import { openCore, readParts } from '../../../../support/core/open-core.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';
import { asciiWav } from '../../demo/ascii-wav.ts';

async function setUp() {
  let gateway: DemoGateway | undefined;
  const startDemo = async () => {
    gateway = await startDemoGateway({ paceTokensPerSecond: 0 });
    return gateway;
  };
  const core = await openCore({ dataFolder: tempFolder(), startDemo });
  const { connectionId } = await core.client.demo.start({});
  if (connectionId === null || !gateway) throw new Error('The demo has no connection.');
  const file = await core.client.files.keep({ name: 'a.wav', type: 'audio/wav', text: asciiWav });
  const run = async (scenario: string | null, more: Record<string, string>) => {
    gateway?.setScenario(scenario);
    const texts = Object.entries({ model: 'demo-whisper', ...more });
    const fields = texts.map(([name, value]) => ({ kind: 'text' as const, name, value }));
    const end = { kind: 'file' as const, name: 'file', fileId: file.id };
    return readParts(
      core.client.exchanges.run({
        connectionId,
        routeId: 'audio.transcriptions',
        body: { kind: 'form', fields: [...fields, end] },
      }),
    );
  };
  return { gateway, run };
}

const textOf = (parts: readonly Part[]) =>
  parts.flatMap((part) => (part.type === 'text-delta' ? [part.text] : [])).join('');

/** Summarizes a result: the state or failure, the warnings, which parts have times, and how much of the good text arrived. */
function outcome(parts: readonly Part[], good: string): string {
  const end = parts.at(-1);
  if (end?.type !== 'run-end') throw new Error('the last part is not run-end');
  const words = parts.flatMap((part) => {
    if (part.type === 'warning') return [part.code];
    if (part.type !== 'transcript') return [];
    const end = part.segments[0]?.end ?? null;
    return [`${part.segments.length} segment to ${end === null ? '?' : Math.round(end * 1000) / 1000} s`];
  });
  const times = textOf(parts).length / good.length;
  const share = times < 1 ? Math.round(times * 10) / 10 : Math.round(times);
  return [end.error?.code ?? end.state, ...words, `text × ${share}`].join(', ');
}

const verbose = { response_format: 'verbose_json' };
const stream = { stream: 'true' };
const srt = { response_format: 'srt' };
const formFields: Readonly<Record<string, Record<string, string>>> = {
  'transcribe-always-json': srt,
  'transcribe-stream-whole': stream,
  'transcribe-stream-no-done': stream,
  'transcribe-stream-error': stream,
};

const outcomes: Readonly<Record<string, string>> = {
  'transcribe-always-json': 'done, text × 1',
  'transcribe-always-text': 'done, text × 1',
  'transcribe-cut-text': 'done, 1 segment to 0.005 s, text × 0.5',
  'transcribe-empty': 'empty, 0 segment to ? s, text × 0',
  'transcribe-file-lost': 'parameter, text × 0',
  'transcribe-millisecond-times': 'done, 1 segment to 0.005 s, text × 1',
  'transcribe-no-segments': 'done, 0 segment to ? s, text × 1',
  'transcribe-no-text': 'wrong-type, text × 0',
  'transcribe-null-segments': 'done, 0 segment to ? s, text × 1',
  'transcribe-null-text': 'done, 1 segment to 0.005 s, text × 1',
  'transcribe-quoted': 'done, text × 1',
  'transcribe-repeats': 'done, 1 segment to 0.005 s, text × 10',
  'transcribe-segments-only': 'done, 1 segment to 0.005 s, text × 1',
  'transcribe-stream-error': 'upstream-account, text × 0.1',
  'transcribe-stream-no-done': 'no-terminal, text × 1',
  'transcribe-stream-whole': 'done-with-warnings, json-for-stream, text × 1',
  'transcribe-text-times': 'done, 1 segment to 0.01 s, text × 1',
  'transcribe-too-long': 'rejected, text × 0',
  'transcribe-wrapped': 'done, 1 segment to 0.005 s, text × 1',
  'transcribe-wrong-type': 'done, 1 segment to 0.005 s, text × 1',
};

test('every fault of the transcription routes is reported accurately', { timeout: 60_000 }, async () => {
  const { gateway, run } = await setUp();
  const described: Record<string, string> = {};
  const good = textOf(await run(null, verbose));
  expect(good.length).toBeGreaterThan(20);
  for (const { name, routes } of gateway.scenarios)
    if (routes === 'transcription') described[name] = outcome(await run(name, formFields[name] ?? verbose), good);
  expect(described).toEqual(outcomes);
});

test('the models with these faults are listed among the transcription models', async () => {
  const { gateway } = await setUp();
  const faulty = gateway.scenarios.filter(({ routes }) => routes === 'transcription');
  expect(faulty.length).toBeGreaterThan(15);
  for (const { name } of faulty)
    expect([name, capabilitiesOf({ id: `faulty/${name}`, endpoints: ['openai'] })]).toEqual([
      name,
      [{ capability: 'transcription', from: 'guessed' }],
    ]);
});

test('good transcripts, and faults of any route on this one', async () => {
  const { run } = await setUp();
  const good = textOf(await run(null, verbose));
  expect(outcome(await run(null, verbose), good)).toBe('done, 1 segment to 0.005 s, text × 1');
  expect(outcome(await run(null, stream), good)).toBe('done, text × 1');
  for (const [scenario, code] of [
    ['401', 'auth'],
    ['429-retry-after', 'rate-limited'],
    ['html-200', 'not-json'],
    ['empty-200', 'empty'],
    ['clean-eof', 'truncated'],
    ['success-false', 'in-band'],
  ] as const)
    expect(outcome(await run(scenario, verbose), good), scenario).toMatch(new RegExp(`^${code}, `));
});
