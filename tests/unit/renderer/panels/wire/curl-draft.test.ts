import { expect, test } from 'vitest';
import type { Connection } from '#shared/contract/connections.ts';
import { usualGateway } from '#shared/protocol/gateway-details.ts';
import { curlDraft } from '../../../../../renderer/panels/wire/import/curl-draft.ts';

const connection = (id: string, baseAddress: string, headers: [string, string][] = []) =>
  ({ ...usualGateway(), id, baseAddress, origin: new URL(baseAddress).origin, headers }) as Connection;

const connections = [
  connection('root', 'https://gw.example'),
  connection('team', 'https://gw.example/team', [['x-team', 'eval']]),
  connection('local', 'http://127.0.0.1:4000'),
];

const read = (text: string) => {
  const reading = curlDraft(text, connections);
  if (reading.kind !== 'draft') throw new Error(reading.kind);
  return reading;
};

test('a chat command becomes a draft of its route, without its key', () => {
  const { draft, secret, dropped } = read(`curl https://gw.example/v1/chat/completions \\
    -H 'Authorization: Bearer sk-abcdef123456' -H "Content-Type: application/json" -H 'X-Trace: 7' \\
    -d '{"model":"gpt-4.1","messages":[]}'`);
  expect(draft).toEqual({
    connectionId: 'root',
    routeId: 'chat.completions',
    params: {},
    query: [],
    headers: [['X-Trace', '7']],
    body: { kind: 'json', text: '{"model":"gpt-4.1","messages":[]}', inline: [] },
  });
  expect(secret).toBe('sk-abcdef123456');
  expect(JSON.stringify(draft)).not.toContain('sk-abcdef');
  expect(dropped).toEqual([]);
});

test('of two connections of one origin the one with the closer base URL is used; its own headers are named', () => {
  const { draft, dropped } = read('curl -sSL https://gw.example/team/v1/models -H "x-team: eval"');
  expect(draft).toMatchObject({ connectionId: 'team', routeId: 'models', headers: [], body: { kind: 'none' } });
  expect(dropped).toEqual([
    { kind: 'option', what: '-L' },
    { kind: 'own', what: 'x-team' },
  ]);
});

test('a native model keeps its slashes, and the key in the query is treated as the secret', () => {
  const { draft, secret, dropped } = read(
    `curl 'https://gw.example/v1beta/models/google/gemini-2.5:generateContent?key=AIzaSy1234567890' -d '{"contents":[]}'`,
  );
  expect(draft).toMatchObject({
    routeId: 'native.generateContent',
    params: { model: 'google/gemini-2.5' },
    query: [],
  });
  expect(secret).toBe('AIzaSy1234567890');
  expect(dropped).toEqual([{ kind: 'query', what: 'key' }]);
});

test('one path with two methods is distinguished', () => {
  expect(read('curl http://127.0.0.1:4000/v1/videos/task_1').draft).toMatchObject({
    routeId: 'videos.get',
    params: { task_id: 'task_1' },
  });
  expect(read(`curl http://127.0.0.1:4000/v1/videos -d '{"prompt":"a"}'`).draft.routeId).toBe('videos');
  expect(read('curl -X DELETE http://127.0.0.1:4000/v1/models').dropped).toEqual([{ kind: 'method', what: 'DELETE' }]);
});

test('a form keeps its text fields; files are named, because the page cannot read them', () => {
  const { draft, dropped } = read(
    'curl https://gw.example/v1/audio/transcriptions -F model=whisper -F "file=@/tmp/a.wav;type=audio/wav"',
  );
  expect(draft.body).toEqual({ kind: 'form', fields: [{ kind: 'text', name: 'model', value: 'whisper' }] });
  expect(dropped).toEqual([{ kind: 'file', what: 'file=/tmp/a.wav' }]);
});

test('shell variables, transport headers and bodies of another kind are not copied', () => {
  const { draft, secret, dropped } = read(
    `curl https://gw.example/v1/embeddings -H "Authorization: Bearer $KEY" -H "x-team: $TEAM" -H 'Connection: close' -F a=b -k`,
  );
  expect(draft).toMatchObject({ headers: [], body: { kind: 'json', text: '{}' } });
  expect(secret).toBeNull();
  expect(dropped).toEqual([
    { kind: 'option', what: '-k' },
    { kind: 'variable', what: 'x-team' },
    { kind: 'header', what: 'Connection' },
    { kind: 'body', what: '-F a' },
  ]);
});

test('data of a GET is its query', () => {
  expect(read('curl -G https://gw.example/v1/models -d limit=5 --data-urlencode after=x').draft).toMatchObject({
    routeId: 'models',
    query: [
      ['limit', '5'],
      ['after', 'x'],
    ],
  });
});

test.each<[string, [kind: string, what: string][]]>([
  [`-d "{\\"model\\":\\"$(cat model)\\"}"`, [['variable', '$(cat model)']]],
  ['-H "x-trace: `date`"', [['variable', '`date`']]],
  ['-d "{\\"model\\":\\"$MODEL\\"}"', [['variable', '$MODEL']]],
  ["-H 'Host: other.example'", [['header', 'Host']]],
  ["-H 'Host: gw.example'", []],
  ['https://other.example/v1?key=sk-abcdef123456', [['further', 'https://other.example/v1']]],
  ['--next https://gw.example/v1/models', [['further', '--next']]],
  ["&& curl -H 'Authorization: Bearer sk-abcdef123456' https://gw.example", [['further', '&& curl']]],
  ['| sh', [['further', '| sh']]],
  ['> out.json', [['further', '> out.json']]],
  [
    '--happy-eyeballs-timeout-ms 5',
    [
      ['option', '--happy-eyeballs-timeout-ms'],
      ['further', '5'],
    ],
  ],
  ['-sS --compressed -o out.json', []],
])('a part that is missing from the request is named: %s', (part, named) => {
  const { dropped, draft } = read(`curl https://gw.example/v1/chat/completions -d '{}' ${part}`);
  expect(draft.routeId).toBe('chat.completions');
  expect(dropped.map(({ kind, what }) => [kind, what])).toEqual(named);
});

test('a login in the URL is reported without its password', () => {
  const { dropped } = read("curl https://me:pass-77@gw.example/v1/chat/completions -d '{}'");
  expect(dropped).toEqual([{ kind: 'login', what: 'me:…@gw.example' }]);
});

test('what curl would encode is encoded, and --url-query is the query and not a URL', () => {
  const { draft, dropped } = read(
    "curl --url-query 'a=x & y' -G https://gw.example/v1/models --data-urlencode 'q=a+b&c' --data-urlencode 'n@file.txt'",
  );
  expect(draft).toMatchObject({ routeId: 'models' });
  expect(draft.query).toEqual([
    ['a', 'x & y'],
    ['q', 'a+b&c'],
  ]);
  expect(dropped).toEqual([{ kind: 'file', what: 'file.txt' }]);
});

test('an unknown option is not read as part of the URL', () => {
  expect(read("curl --foo bar https://gw.example/v1/chat/completions -d '{}'").dropped).toEqual([
    { kind: 'option', what: '--foo' },
    { kind: 'further', what: 'bar' },
  ]);
});

test.each([
  ['', 'nothing'],
  ['wget https://gw.example/v1/models', 'not-curl'],
  ['curl -s', 'no-address'],
  ['curl https://other.example/v1/models', 'no-connection'],
  ['curl https://gw.example/v1/unknown', 'no-route'],
])('%j is %s', (text, kind) => expect(curlDraft(text, connections).kind).toBe(kind));
