import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { csvOf } from '../../../electron/core/checks/export/export-run.ts';
import type { CheckRun } from '../../../shared/contract/checks.ts';
import { snippetLanguages } from '../../../shared/contract/exchanges.ts';
import { never, startBench } from '../../support/exchange/bench.ts';
import { canariesIn, canaryKey } from '../../support/exchange/canary.ts';
import { completion } from '../../support/exchange/chat-wire.ts';
import { json, startRecordingServer } from '../../support/exchange/wire-server.ts';
import { cell, openDemo, openHarness } from '../electron/core/checks/check-harness.ts';

test.each(['=1+1', '+1', '-1', '-2+3*cmd', '@SUM(A1)', '\tx', '\rx', '=cmd|"x"!A1'])(
  'no CSV field that begins like the formula %j is left as it is',
  async (text) => {
    const demo = await openDemo();
    const { run } = await openHarness(demo.url);
    const made = await run({ routeIds: ['models'] });
    const row = { ...cell(made, 'models'), keyAlias: text, model: text, sentence: text, shape: text };
    const hostile: CheckRun = { ...made, rows: [row] };
    const [, line = ''] = csvOf(hostile, (id) => id).split(/\r\n(?=(?:[^"]*"[^"]*")*[^"]*$)/);
    const safe = `"'${text.replaceAll('"', '""')}"`;
    expect(line.split(safe).length - 1).toBe(3);
    expect(line).not.toMatch(/(?:^|,)"?[=+@\t\r-]/);
  },
);

/** An exchange with the key everywhere: in headers, query and body, both ways. */
async function openEchoed() {
  const server = await startRecordingServer(({ socket, head, target }) =>
    socket.write(json({ ...completion(`${canaryKey} ${btoa(canaryKey)}`), head, target, key: canaryKey })),
  );
  onTestFinished(() => server.close());
  const bench = startBench(server.url);
  onTestFinished(() => bench.close());
  const ran = await bench.run({
    query: [['note', canaryKey]],
    headers: [['X-Team-Secret', canaryKey]],
    body: { kind: 'json', text: JSON.stringify({ model: 'm', messages: [{ role: 'user', content: canaryKey }] }) },
  });
  return { bench, handlers: bench.exchanges.handlers, id: ran.id };
}

test('every code sample of an exchange reads the key from the environment', async () => {
  const { handlers, id } = await openEchoed();
  for (const language of snippetLanguages) {
    const { text } = await handlers.snippet({ id, language }, { signal: never });
    expect(text).toContain('PATCHBAY_API_KEY');
    expect(canariesIn(text)).toEqual([]);
  }
  const { text } = await handlers.snippet({ id, language: 'curl' }, { signal: never });
  expect(text).toContain('"Authorization: Bearer $PATCHBAY_API_KEY"');
});

test('a HAR and a stored body contain a mark in place of the key', async () => {
  const { bench, handlers, id } = await openEchoed();
  const asked = { signal: never };
  const refs = [
    await handlers.har({ ids: [id] }, asked),
    await handlers.keepBody({ id, side: 'request' }, asked),
    await handlers.keepBody({ id, side: 'response' }, asked),
  ];
  for (const ref of refs) {
    const bytes = bench.made.get(ref.id)?.bytes ?? readFileSync('/dev/null');
    expect(bytes.toString('utf8')).toContain('[redacted key]');
    expect(canariesIn(bytes)).toEqual([]);
  }
  const har = JSON.parse(bench.made.get(refs[0]?.id ?? '')?.bytes.toString('utf8') ?? '');
  expect(har.log.entries[0].request.headers).toContainEqual({ name: 'Authorization', value: 'Bearer [redacted key]' });
});
