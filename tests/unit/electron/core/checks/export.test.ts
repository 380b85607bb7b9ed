import { expect, test } from 'vitest';
import { openCore } from '../../../../support/core/open-core.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';
import { openServer } from './check-harness.ts';

const canary = 'sk-CANARY-77aa55cc33ee';
const hostile = '=HYPERLINK("http://evil.test")<script>alert(1)</script>';

/** A run against a gateway that echoes the key and gives models malicious names. */
async function hostileRun() {
  const address = await openServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.setHeader('x-echo', String(request.headers.authorization));
    response.statusCode = 400;
    response.end(JSON.stringify({ error: { message: `${hostile} ${request.headers.authorization}` } }));
  });
  const core = await openCore({ dataFolder: tempFolder() });
  const { client } = core;
  const { id: connectionId } = await client.connections.save({ name: '<b>Mine</b>', baseAddress: address });
  await client.keys.put({ connectionId, alias: '+cmd', secret: canary });
  const input = { connectionId, routeIds: ['chat.completions' as const], models: [hostile], level: 'cheap' as const };
  const { runId } = await client.checks.start({ input });
  for await (const _ of client.checks.watch({ runId }));
  const read = async (form: 'json' | 'csv' | 'html') => {
    const { id, name } = await client.checks.export({ runId, form });
    const pieces: Uint8Array[] = [];
    for await (const piece of (await core.files.open(id))?.stream() ?? []) pieces.push(piece);
    return { name, text: Buffer.concat(pieces).toString('utf8') };
  };
  return { read, client, runId };
}

test('no export contains the key, however the gateway echoes it', async () => {
  const { read, client, runId } = await hostileRun();
  for (const form of ['json', 'csv', 'html'] as const) {
    const { text, name } = await read(form);
    expect(text).not.toContain('CANARY');
    expect(name.endsWith(`.${form}`)).toBe(true);
  }
  expect(JSON.stringify(await client.checks.get({ runId }))).not.toContain('CANARY');
});

test('a spreadsheet reads no cell as a formula', async () => {
  const { text } = await (await hostileRun()).read('csv');
  const [, line = ''] = text.split('\r\n');
  expect(line).toContain("'+cmd");
  expect(line).toContain(`"'=HYPERLINK(""http://evil.test"")<script>alert(1)</script>"`);
  expect(text).not.toMatch(/(^|,)"?[=+@-]/m);
});

test('the report contains no script and loads nothing', async () => {
  const { text } = await (await hostileRun()).read('html');
  expect(text).not.toMatch(/<script|javascript:|\son\w+=|<link|<img|url\(/i);
  expect(text).toContain("default-src 'none'");
  expect(text).toContain('&#60;script&#62;');
  expect(text).toContain('parameter-refused');
});

test('the JSON of a run is complete and can be read again', async () => {
  const { read, client, runId } = await hostileRun();
  const { run, format } = JSON.parse((await read('json')).text);
  expect(format).toBe('patchbay-check-1');
  expect(run).toEqual(await client.checks.get({ runId }));
});
