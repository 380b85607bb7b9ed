import { afterAll, beforeAll, expect, test } from 'vitest';
import { toSnippet } from '#core/export/snippet.ts';
import type { SnippetRequest } from '#core/export/snippet-request.ts';
import { expectSame } from './expect-same.ts';
import { expectedHeaders, expectedTarget, randomRequests, secrets } from './random-requests.ts';
import { type HttpieCommand, readHttpie } from './read-httpie.ts';
import { openSnippetRunner, type SnippetRunner, works } from './snippet-runner.ts';

const hasHttpie = works('http', '--version');
if (!hasHttpie) console.warn('SKIPPED: HTTPie is not on this machine; its arguments are read by its grammar instead.');

let shop: SnippetRunner;
beforeAll(async () => {
  shop = await openSnippetRunner();
});
afterAll(() => shop.close());

/** Replaces HTTPie: prints the number of its arguments, each of them, and its standard input. */
const stub = `http() {
  printf '%s\\0' "$#" "$@"
  case " $* " in *' --ignore-stdin '*) printf 'none\\0' ;; *) printf 'x%s\\0' "$(cat; printf x)" ;; esac
}
`;

async function read(requests: readonly SnippetRequest[]): Promise<(HttpieCommand & { input: string | null })[]> {
  shop.write('all.sh', stub + requests.map((one) => `${toSnippet('httpie', one).text}\n`).join(''));
  const words = (await shop.run('sh', ['all.sh'])).split('\0');
  return requests.map(() => {
    const argv = words.splice(0, Number(words.shift()));
    const input = words.shift() ?? '';
    return { ...readHttpie(argv), input: input === 'none' ? null : input.slice(1, -1) };
  });
}

test('500 random requests are what the command means', async () => {
  const requests = randomRequests({ url: shop.url, count: 500, seed: 15, plainFields: true });
  const commands = await read(requests);
  for (const [index, request] of requests.entries()) {
    const { method, address, headers, fields, raw } = commands[index]!;
    const { body } = request;
    expect(method).toBe(request.method);
    // The shell inserts the key unescaped, as the notes say.
    expect(address.replace(secrets.PATCHBAY_API_KEY, encodeURIComponent(secrets.PATCHBAY_API_KEY))).toBe(
      shop.url + expectedTarget(request, shop.url),
    );
    expect(headers.map(([name, value]) => [name.toLowerCase(), value])).toEqual(expectedHeaders(request));
    expect(raw).toBe(body.kind === 'text' ? body.text : null);
    expect(fields).toEqual(body.kind === 'form' ? body.fields : []);
  }
});

test.skipIf(!hasHttpie)(
  '25 random requests arrive as recorded, run by HTTPie',
  async () => {
    const kinds = ['json', 'form', 'none'] as const;
    const requests = randomRequests({ url: shop.url, count: 25, seed: 16, kinds, plainFields: true });
    shop.write('real.sh', requests.map((one) => `${toSnippet('httpie', one).text}\n`).join(''));
    await shop.run('sh', ['real.sh']);
    expect(shop.arrived).toHaveLength(requests.length);
    for (const [index, request] of requests.entries())
      expectSame(request, shop.arrived[index], { ...shop, adds: ['accept-encoding'] });
  },
  120_000,
);

const [base] = randomRequests({ url: 'http://gw.test', count: 1, seed: 1, kinds: ['json'] });
const text = (body: string, change: Partial<SnippetRequest> = {}): SnippetRequest => ({
  ...base!,
  body: { kind: 'text', text: body, inline: [] },
  ...change,
});

test('long bodies and files inside a body are passed through standard input', async () => {
  const long = `{"a":"${"it's %s \\n $x ".repeat(5_000)}"}\n`;
  const inline = [{ token: '@@f@@', name: "it's a photo.png" }];
  const [first, second] = await read([text(long), { ...base!, body: { kind: 'text', text: '{"a":"@@f@@"}', inline } }]);
  expect(first).toMatchObject({ input: long, raw: null });
  expect(second).toMatchObject({ input: `{"a":"${btoa(shop.fileBytes("it's a photo.png"))}"}`, raw: null });
});

test('streams, media and empty headers', async () => {
  const [stream, speech] = await read([
    text('{"stream":true}', { streamed: true, headers: [['X-Empty', '']] }),
    text('{}', { routeId: 'audio.speech', headers: [] }),
  ]);
  expect(stream?.options).toContain('--stream');
  expect(stream?.headers).toEqual([['X-Empty', '']]);
  expect(speech?.options).toContain('--output speech.audio');
});

test('what HTTPie cannot write is reported', () => {
  const notes = (change: Partial<SnippetRequest>) => toSnippet('httpie', { ...base!, ...change }).notes.join(' ');
  expect(notes({ headers: [['X-Note', 'a\\:b']] })).toContain('backslash');
  expect(notes({ headers: [['X-Note', 'a\\\\:b \\n']] })).not.toContain('backslash');
  expect(notes({ headers: [['X-Note', 'grüße']] })).toContain('UTF-8');
  expect(notes({ body: { kind: 'form', fields: [{ name: 'a\\', value: 'x' }] } })).toContain('backslash');
  expect(notes({ address: 'http://gw.test/?key=[redacted key]' })).toContain('Percent-encode');
});

test('a body from a file is passed through standard input', async () => {
  shop.write('body.json', 'the body');
  const [command] = await read([{ ...base!, body: { kind: 'file', name: 'body.json', sizeBytes: 8 } }]);
  expect(command).toMatchObject({ input: 'the body', raw: null });
});
