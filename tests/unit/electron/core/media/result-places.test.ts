import { expect, test } from 'vitest';
import { resultPlaces } from '#core/media/result-places.ts';

const of = (baseAddress: string, more: object = {}) => ({ baseAddress, ...more });

test.each<[string, string, string, string[]]>([
  ['a public address', 'https://gate.example/v1', 'https://files.example/a.png', ['https://files.example/a.png']],
  ['its own origin', 'https://gate.example', 'https://gate.example/a.png?x=1', ['https://gate.example/a.png?x=1']],
  ['a relative address', 'https://gate.example', '/files/a.png', ['https://gate.example/files/a.png']],
  [
    'a relative address behind a prefix',
    'https://gate.example/api',
    '/files/a.png',
    ['https://gate.example/files/a.png', 'https://gate.example/api/files/a.png'],
  ],
  ['a path without a slash', 'https://gate.example/api', 'files/a.png', ['https://gate.example/api/files/a.png']],
  ['the scheme left out', 'https://gate.example', '//files.example/a.png', ['https://files.example/a.png']],
  ['localhost', 'https://gate.example', 'http://localhost:8080/a.png', ['https://gate.example/a.png']],
  ['a container', 'https://gate.example', 'http://localai:8080/a.png?s=1', ['https://gate.example/a.png?s=1']],
  ['a private network', 'https://gate.example', 'http://10.0.3.7/a.png', ['https://gate.example/a.png']],
  ['six', 'https://gate.example', 'http://[fd00::7]/a.png', ['https://gate.example/a.png']],
  ['plain HTTP of its own host', 'https://gate.example', 'http://gate.example/a.png', ['https://gate.example/a.png']],
  [
    'another port of this computer',
    'http://127.0.0.1:3000',
    'http://localhost:8080/a.png',
    ['http://localhost:8080/a.png', 'http://127.0.0.1:3000/a.png'],
  ],
  ['a login', 'https://gate.example', 'http://me:pw@localhost/a.png', ['http://me:pw@localhost/a.png']],
  ['no web address', 'https://gate.example', 'ftp://files.example/a.png', ['ftp://files.example/a.png']],
])('%s', (_, base, named, places) => {
  expect(resultPlaces(named, of(base))).toEqual(places);
});

test('a host of a private network is tried first where the connection allows it', () => {
  const places = resultPlaces('http://10.0.3.7/a.png', of('https://gate.example', { mediaOrigins: 'any' }));
  expect(places).toEqual(['http://10.0.3.7/a.png', 'https://gate.example/a.png']);
});
