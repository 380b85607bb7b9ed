import { expect, test } from 'vitest';
import { type CheckReportForm, checkReportForms } from '#shared/contract/checks.ts';
import { openCore } from '../../../../support/core/open-core.ts';
import { tempFolder } from '../../../../support/core/temp-folder.ts';
import { openServer } from './check-harness.ts';

const canary = 'sk-CANARY-77aa55cc33ee';
const hostile = '=HYPERLINK("http://evil.test")<script>alert(1)</script>]]>\u0000![x](//evil.test)|`@all`';

/** A run against a gateway that echoes the key and gives models malicious names. */
async function hostileRun() {
  const address = await openServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.setHeader('x-echo', String(request.headers.authorization));
    response.setHeader('x-request-id', 'req-"42"');
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
  const read = async (form: CheckReportForm, options: { onlyRegressions?: boolean } = {}) => {
    const { id, name } = await client.checks.export({ runId, form, ...options });
    const pieces: Uint8Array[] = [];
    for await (const piece of (await core.files.open(id))?.stream() ?? []) pieces.push(piece);
    return { name, text: Buffer.concat(pieces).toString('utf8') };
  };
  return { read, client, runId };
}

test('no export contains the key, however the gateway echoes it', async () => {
  const { read, client, runId } = await hostileRun();
  for (const form of checkReportForms) {
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
  expect(line).toContain(`"'=HYPERLINK(""http://evil.test"")<script>alert(1)</script>`);
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

/** Returns the elements of an XML document by name. Throws for one that is not well-formed. */
function readXml(text: string): Record<string, { attributes: Record<string, string>; text: string }[]> {
  const found: ReturnType<typeof readXml> = {};
  const open: { name: string; element: { attributes: Record<string, string>; text: string } }[] = [];
  const decode = (value: string) => value.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  const body = text.replace('<?xml version="1.0" encoding="UTF-8"?>\n', '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML excludes these
  if (/[\0-\x08\x0b\x0c\x0e-\x1f]|&(?!#\d+;)/.test(body)) throw new Error('a forbidden character');
  for (const [token] of body.matchAll(/<[^<>]*>|[^<>]+|./gs)) {
    const [, closing, name = '', list = '', empty] =
      /^<(\/?)([a-z-]+)((?: [a-z]+="[^"<>]*")*)(\/?)>$/.exec(token) ?? [];
    if (name === '') {
      if (/[<>]/.test(token)) throw new Error(`stray ${token}`);
      for (const { element } of open.slice(-1)) element.text += decode(token);
    } else if (closing) {
      if (open.pop()?.name !== name) throw new Error(`${name} closes another element`);
    } else {
      const attributes = Object.fromEntries(
        [...list.matchAll(/ ([a-z]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, decode(value)]),
      );
      const element = { attributes, text: '' };
      found[name] = [...(found[name] ?? []), element];
      if (!empty) open.push({ name, element });
    }
  }
  if (open.length > 0) throw new Error('an element is not closed');
  return found;
}

test('the JUnit report is well-formed, with one test case per cell and what its operator needs', async () => {
  const { read } = await hostileRun();
  const { testsuites, testsuite, testcase, failure } = readXml((await read('xml')).text);
  expect(testsuites?.[0]?.attributes).toMatchObject({ tests: '1', failures: '1', errors: '0' });
  expect(testsuite?.[0]?.attributes).toMatchObject({ name: '<b>Mine</b>', tests: '1', failures: '1', skipped: '0' });
  expect(testcase?.[0]?.attributes).toMatchObject({
    classname: 'chat.completions',
    name: `POST chat.completions, +cmd, ${hostile.replace('\0', '\ufffd')}`,
    time: expect.stringMatching(/^\d+\.\d{3}$/),
  });
  expect(failure?.[0]?.attributes).toMatchObject({
    type: 'parameter-refused',
    message: expect.stringMatching(/^request rejected: .* Request ID req-"42"$/),
  });
  expect(failure?.[0]?.text).toMatch(/^Verdict: request rejected \(parameter-refused\)\nMessage: .*\n/);
  expect(failure?.[0]?.text).toContain('Status: 400\n');
  const compared = readXml((await read('xml', { onlyRegressions: true })).text);
  expect([compared.failure, compared.skipped?.[0]?.attributes.message]).toEqual([
    undefined,
    expect.stringMatching(/^Not a regression\. request rejected: /),
  ]);
});

test('the Markdown report shows names and messages as text', async () => {
  const { text } = await (await hostileRun()).read('md');
  expect(text).toContain('**1 of 1 cell failed**');
  expect(text).toContain('### Failed');
  expect(text).toContain('req-"42"');
  const rows = text.split('\n').filter((line) => line.startsWith('| POST'));
  expect(rows.map((row) => row.match(/(?<!\\)\|/g)?.length)).toEqual([7, 7]);
  expect(text).not.toMatch(/<|(?<!\\)!|(?<!\\)\]\(|@|:\/\/|(?<!\\)`/);
});
