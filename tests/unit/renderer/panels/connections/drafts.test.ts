import { expect, test } from 'vitest';
import type { Connection } from '#shared/contract/connections.ts';
import { checkFields, fieldsOf, newHeader } from '../../../../../renderer/lib/gateway/connections/connection-fields.ts';
import {
  differingParts,
  dropEdits,
  editsOf,
  isSame,
  keepEdits,
  readDrafts,
  settleEdits,
  stampOf,
  withoutSecrets,
  withSavedValues,
} from '../../../../../renderer/panels/connections/drafts.ts';
import { usualGateway } from '../../../../../shared/protocol/gateway-details.ts';

const connection: Connection = {
  id: 'c',
  name: 'Northwind',
  baseAddress: 'https://gw.northwind.example',
  origin: 'https://gw.northwind.example',
  nativeKeyStyle: 'x-vendor-api-key',
  headers: [['x-api-token', 'kept-by-the-core-1']],
  colour: 'none',
  exposedRoutes: [],
  acceptedInsecure: false,
  proxy: { mode: 'system', address: '', bypass: '', user: '', hasPassword: false },
  ...usualGateway(),
  extraCa: { name: '', pem: '' },
  deadlines: {},
  retries: 0,
  isDemo: false,
  createdAt: 1,
};
const fields = fieldsOf(connection);

test('a stored draft contains no secret, and lists the missing values', () => {
  const edits = {
    c: {
      stamp: 's',
      fields: {
        ...fields,
        address: 'https://ada:hunter2@gw.northwind.example',
        proxy: { ...fields.proxy, address: 'http://ada:hunter2@proxy.example' },
        headers: [newHeader('x-team', 'eval'), newHeader('x-secret', 'hunter2')],
      },
    },
  };
  const text = JSON.stringify(withoutSecrets({ edits }));
  expect(text).not.toContain('hunter2');
  const read = readDrafts(JSON.parse(text)).edits?.c?.fields;
  expect(read?.headers.map(({ name, value, isLost }) => [name, value, isLost ?? false])).toEqual([
    ['x-team', 'eval', false],
    ['x-secret', '', true],
  ]);
  expect(read && Object.values(checkFields(read).badHeaders)).toEqual(['lost']);
});

test('an omitted value is restored from the saved connection where it has one', () => {
  const kept = withoutSecrets({ edits: { c: { stamp: 's', fields } } }).edits.c?.fields;
  expect(kept?.headers[0]).toMatchObject({ value: '', isLost: true });
  const filled = kept && withSavedValues(kept, connection);
  expect(filled?.headers.map(({ value }) => value)).toEqual(['kept-by-the-core-1']);
  expect(filled && checkFields(filled).isSavable).toBe(true);
});

test('the fingerprint covers every part that a user can change, and nothing else', () => {
  const stamp = stampOf(connection);
  expect(stampOf({ ...connection, createdAt: 9 })).toBe(stamp);
  expect(stampOf({ ...connection, name: 'Other' })).not.toBe(stamp);
  expect(stampOf({ ...connection, headers: [['x-api-token', 'kept-by-the-core-2']] })).not.toBe(stamp);
  expect(stampOf({ ...connection, deadlines: { totalMs: null } })).not.toBe(stamp);
  expect(stamp).not.toContain('kept');
});

test('differing parts are named, and an unfinished row is a change', () => {
  expect(differingParts(fields, { ...fields, name: 'Other', retries: 2 })).toEqual(['name', 'retries']);
  expect(isSame(fields, fieldsOf(connection))).toBe(true);
  expect(isSame(fields, { ...fields, headers: [...fields.headers, newHeader()] })).toBe(false);
});

test('a draft of an older version gets default values for unknown fields', () => {
  const { edits } = readDrafts({ edits: { c: { stamp: 's', fields: { address: 'https://a.example' } }, d: null } });
  expect(edits?.c?.fields).toMatchObject({ address: 'https://a.example', retries: 0, proxy: { mode: 'system' } });
  expect(edits?.d).toBeUndefined();
});

const saved = { ...connection, name: 'Saved' };
const savedFields = fieldsOf(saved);

test('edits end with their save; what was typed while it was sent is kept and based on the saved state', () => {
  keepEdits(connection, savedFields);
  settleEdits(connection, saved, savedFields);
  expect(editsOf('c')).toBeUndefined();

  keepEdits(saved, { ...savedFields, name: 'Sent' });
  const sent = { ...savedFields, name: 'Sent' };
  keepEdits(saved, { ...sent, retries: 2 });
  const after = { ...saved, name: 'Sent' };
  settleEdits(saved, after, sent);
  expect(editsOf('c')).toMatchObject({ fields: { name: 'Sent', retries: 2 }, stamp: stampOf(after) });
  dropEdits('c');
});

test('a form that still shows the state before its own save does not conflict with it', () => {
  settleEdits(connection, saved, savedFields);
  keepEdits(connection, { ...savedFields, retries: 1 });
  expect(editsOf('c')?.stamp).toBe(stampOf(saved));
  dropEdits('c');
  // Once it shows the saved state, a change back is the work of another window.
  keepEdits(saved, { ...savedFields, retries: 1 });
  dropEdits('c');
  keepEdits(connection, { ...fields, retries: 1 });
  expect(editsOf('c')?.stamp).toBe(stampOf(connection));
  dropEdits('c');
});
