import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mayBeKey, recognize } from '../../../../../renderer/lib/recognize/recognize.ts';

const key = 'sk-4f9aK2xTq0b81LmNoP';

test.each([
  ['https://gw.northwind.example/v1', 'address'],
  ['http://localhost:3000', 'address'],
  ['localhost:3000/v1', 'address'],
  ['gw.northwind.example', 'address'],
  ['10.0.0.8:8080', 'address'],
  ['box:8080', 'address'],
  [key, 'key'],
  [`Bearer ${key}`, 'key'],
  [`Authorization: Bearer ${key}`, 'key'],
  ['AIzaSyA1234567890abcdefghij', 'key'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', 'key'],
  ['9f8e7d6c5b4a39281706f5e4d3c2b1a0', 'key'],
  [`https://gw.northwind.example/v1 ${key}`, 'pair'],
  [`${key}\ngw.northwind.example`, 'pair'],
  [`https://gw.northwind.example/v1, Bearer ${key}`, 'pair'],
  [`https://gw.northwind.example/v1 ${key} ${key}`, 'pair'],
  ['https://gw.northwind.example/v1 and more', 'unknown'],
  ['hello there', 'unknown'],
  ['notes.txt was here', 'unknown'],
  ['sk-...', 'unknown'],
  ['someone@example.com', 'unknown'],
  ['   ', 'nothing'],
])('%j is recognized as %s', (text, kind) => expect(recognize(text).kind).toBe(kind));

test('a URL and a key side by side are separated, and the key is masked while it is typed', () => {
  const text = `https://gw.northwind.example/v1 ${key}`;
  expect(recognize(text)).toMatchObject({ address: 'https://gw.northwind.example/v1', secret: key });
  expect(recognize(`${key} box:8080`)).toMatchObject({ address: 'box:8080', secret: key });
  expect([mayBeKey('https://gw.northwind.example/v1 '), mayBeKey(text.slice(0, 36)), mayBeKey(text)]).toEqual([
    false,
    true,
    true,
  ]);
});

test('a key loses the words around it and nothing else', () => {
  expect(recognize(`  Bearer ${key}\n`).secret).toBe(key);
});

test('a cURL command gives URL, key, headers and model', () => {
  const found = recognize(`$ curl -X POST https://gw.northwind.example/v1/chat/completions \\
  -H "Content-Type: application/json" \\
  -H 'Authorization: Bearer ${key}' \\
  --header="x-team: eval" \\
  -d '{
    "model": "gpt-4.1-mini",
    "messages": [{"role": "user", "content": "it'"'"'s"}]
  }'`);
  expect(found).toEqual({
    kind: 'curl',
    address: 'https://gw.northwind.example/v1/chat/completions',
    secret: key,
    nativeKeyStyle: null,
    keyHeader: null,
    headers: [['x-team', 'eval']],
    model: 'gpt-4.1-mini',
    name: null,
  });
});

test('a native command gives its key style and the model of its path', () => {
  const found = recognize(
    `curl "https://gw.example/v1beta/models/gemini-2.5-flash:generateContent" -H "x-goog-api-key: ${key}" -d '{}'`,
  );
  expect(found).toMatchObject({ secret: key, nativeKeyStyle: 'x-goog-api-key', model: 'gemini-2.5-flash' });
});

test('a key in the query is removed from the URL', () => {
  const found = recognize(`curl 'https://gw.example/v1beta/models?key=${key}&x=1'`);
  expect(found).toMatchObject({ secret: key, nativeKeyStyle: 'query', address: 'https://gw.example/v1beta/models' });
});

test('variables and placeholders in place of a key are not keys', () => {
  for (const value of ['$OPENAI_API_KEY', `$\{KEY}`, '<your key>', 'YOUR_API_KEY', '{{key}}', 'sk-...', '%KEY%'])
    expect(recognize(`curl https://gw.example/v1/models -H "Authorization: Bearer ${value}"`).secret).toBeNull();
});

test('a command copied on Windows is parsed too', () => {
  const found = recognize(`curl.exe "https://gw.example/v1/models" ^\r\n  -H "Authorization: Bearer ${key}"`);
  expect(found).toMatchObject({ kind: 'curl', address: 'https://gw.example/v1/models', secret: key });
});

test('lines of an environment file', () => {
  expect(
    recognize(`# gateway\nexport OPENAI_BASE_URL="https://gw.example/v1"\nOPENAI_API_KEY=${key} # mine\nMODEL=x`),
  ).toMatchObject({ kind: 'env', address: 'https://gw.example/v1', secret: key, model: 'x' });
  expect(recognize(`OPENAI_API_KEY='${key}'`)).toMatchObject({ kind: 'env', address: null, secret: key });
  expect(recognize(`OPENAI_BASE_URL=https://gw.example/v1 OPENAI_API_KEY=${key} node app.js`)).toMatchObject({
    kind: 'env',
    address: 'https://gw.example/v1',
    secret: key,
  });
  expect(recognize(`$env:OPENAI_API_KEY = "${key}"`)).toMatchObject({ kind: 'env', secret: key });
});

test('a connection as JSON, from Patchbay or another tool', () => {
  expect(
    recognize(
      JSON.stringify({
        name: 'Northwind',
        baseAddress: 'https://gw.example',
        nativeKeyStyle: 'bearer',
        headers: [
          ['x-team', 'eval'],
          ['authorization', `Bearer ${key}`],
        ],
      }),
    ),
  ).toEqual({
    kind: 'json',
    name: 'Northwind',
    address: 'https://gw.example',
    secret: key,
    nativeKeyStyle: 'bearer',
    keyHeader: null,
    headers: [['x-team', 'eval']],
    model: null,
  });
  expect(
    recognize(JSON.stringify({ provider: { options: { baseURL: 'https://gw.example/v1', apiKey: key } } })),
  ).toMatchObject({ kind: 'json', address: 'https://gw.example/v1', secret: key });
  expect(recognize('{"a": 1}').kind).toBe('unknown');
});

test('the beginning of a key is masked from its first letters, a URL never', () => {
  for (const text of ['sk-a', 'Bearer sk-x', 'AIzaSy', 'eyJh', 'gsk_1']) expect(mayBeKey(text)).toBe(true);
  for (const text of ['https://sk-a.example', 'h', 'sk', 'api.example.com', 'key.example'])
    expect(mayBeKey(text)).toBe(false);
});

test('no pasted input makes it throw', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `curl ${text}`),
        fc.json(),
      ),
      (text) => {
        expect(() => recognize(text)).not.toThrow();
        mayBeKey(text);
      },
    ),
    { numRuns: 500 },
  );
});

test.each(['ollama', 'EMPTY', 'none', 'sk-1234', 'lm-studio', 'token-abc123', 'x', 'demo-key'])(
  'the word %s behind a URL is the key, masked from its first letter',
  (word) => {
    for (const text of [`http://localhost:11434 ${word}`, `http://localhost:11434/v1\n${word}`]) {
      expect(recognize(text)).toMatchObject({ kind: 'pair', secret: word });
      expect(recognize(text).address).toMatch(/^http:\/\/localhost:11434/);
    }
    expect(mayBeKey(`http://localhost:11434 ${word.slice(0, 1)}`)).toBe(true);
  },
);

test('several words behind a URL, and a variable, are no key', () => {
  expect(recognize('https://gw.example is our gateway').kind).toBe('unknown');
  expect(recognize('https://gw.example $OPENAI_API_KEY').secret).toBeNull();
  expect(recognize('ollama https://gw.example').secret).toBeNull();
});

test.each<[header: string, keyHeader: { name: string; prefix: string } | null]>([
  [`api-key: ${key}`, { name: 'api-key', prefix: '' }],
  [`X-API-Key: ${key}`, { name: 'X-API-Key', prefix: '' }],
  [`Ocp-Apim-Subscription-Key: ${key}`, { name: 'Ocp-Apim-Subscription-Key', prefix: '' }],
  [`x-auth-token: Token ${key}`, { name: 'x-auth-token', prefix: 'Token ' }],
  [`Authorization: Token ${key}`, { name: 'Authorization', prefix: 'Token ' }],
  [`Authorization: ${key}`, { name: 'Authorization', prefix: '' }],
  [`Authorization: Bearer ${key}`, null],
  [`x-goog-api-key: ${key}`, null],
])('a command with %s says the header of the key', (header, keyHeader) => {
  const found = recognize(`curl https://gw.example/v1/models -H "${header}" -H "x-csrf-token: abc"`);
  expect(found).toMatchObject({ secret: key, keyHeader });
});

test('a command keeps the API version of its URL, and nothing else of the query', () => {
  const found = recognize(
    `curl 'https://gw.example/openai/deployments/x/chat/completions?api-version=7&a=b' -H 'api-key: ${key}'`,
  );
  expect(found.address).toBe('https://gw.example/openai/deployments/x/chat/completions?api-version=7');
});
