import { expect, test } from 'vitest';
import {
  checkFields,
  draftOf,
  emptyFields,
  fieldsOf,
  withAddress,
  withPrefixes,
} from '../../../../../../renderer/lib/gateway/connections/connection-fields.ts';
import type { Connection } from '../../../../../../shared/contract/connections.ts';
import { writeBase } from '../../../../../../shared/protocol/address.ts';
import { usualGateway } from '../../../../../../shared/protocol/gateway-details.ts';

const stored = (baseAddress: string, compatible: string, native = '/v1beta'): Connection => ({
  ...usualGateway(),
  id: 'c',
  name: 'Gate',
  baseAddress,
  origin: 'https://gw.example',
  prefixes: { compatible, native },
  nativeKeyStyle: 'auto',
  headers: [],
  colour: 'none',
  exposedRoutes: [],
  acceptedInsecure: false,
  proxy: { mode: 'system', address: '', bypass: '', user: '', hasPassword: false },
  extraCa: { name: '', pem: '' },
  deadlines: {},
  retries: 0,
  isDemo: false,
  createdAt: 1,
});

test.each<[connection: Connection, shown: string | null]>([
  [stored('https://gw.example', '/v1'), 'https://gw.example'],
  [stored('https://gw.example/api/paas', '/v4'), 'https://gw.example/api/paas/v4'],
  [stored('https://gw.example', '/v1beta/openai'), 'https://gw.example/v1beta/openai'],
  [stored('https://gw.example/inference', ''), 'https://gw.example/inference/'],
  [stored('https://gw.example', ''), 'https://gw.example#'],
  // A prefix without a version, and a version in the base, are said by no URL.
  [stored('https://gw.example', '/api'), null],
  [stored('https://gw.example/client/v4/x', '/v1'), null],
  [stored('https://gw.example', '/v1', '/gemini/v1beta'), null],
])('a stored connection is shown as the URL that says the same, and saved unchanged: %#', (connection, shown) => {
  expect(writeBase(connection)).toBe(shown);
  const fields = fieldsOf(connection);
  expect(fields.address).toBe(shown ?? connection.baseAddress);
  expect(draftOf(fields)).toMatchObject({ baseAddress: connection.baseAddress, prefixes: connection.prefixes });
});

test('another host keeps a prefix that was set apart, and a URL with a version replaces it', () => {
  const fields = fieldsOf(stored('https://gw.example', '/api'));
  const moved = checkFields(withAddress(fields, 'https://other.example'));
  expect(moved.gateway).toMatchObject({ baseAddress: 'https://other.example', prefixes: { compatible: '/api' } });
  const said = checkFields(withAddress(fields, 'https://other.example/v4'));
  expect(said.gateway).toMatchObject({ baseAddress: 'https://other.example', prefixes: { compatible: '/v4' } });
});

test('editing a prefix keeps base and query of the typed URL', () => {
  const typed = { ...emptyFields(), address: 'https://gw.example/api/v3/chat/completions?api-version=7' };
  const edited = withPrefixes(typed, { compatible: '/v9', native: '' });
  expect(draftOf(edited)).toMatchObject({
    baseAddress: 'https://gw.example/api',
    prefixes: { compatible: '/v9', native: '' },
    query: [['api-version', '7']],
  });
  expect(checkFields(withPrefixes(typed, { compatible: '/a b', native: '' })).isSavable).toBe(false);
});
