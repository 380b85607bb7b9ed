import { expect, test } from 'vitest';
import type { Connection } from '#shared/contract/connections.ts';
import { usualGateway } from '#shared/protocol/gateway-details.ts';
import { recognizeAll } from '../../../../../renderer/lib/recognize/recognize-all.ts';
import { strengthOf } from '../../../../../renderer/panels/connections/transfer/export-dialog.tsx';
import { isReady, isShared, shownOf } from '../../../../../renderer/panels/connections/transfer/import-found.tsx';

test('the preview counts a key and does not contain it', () => {
  const found = recognizeAll('BASE_URL=https://gw.northwind.example/v1\nAPI_KEY=sk-aaaa1111bbbb');
  const [shown] = shownOf(found, []);
  expect(JSON.stringify(shown)).not.toContain('sk-aaaa');
  expect(shown).toMatchObject({
    fields: { name: 'Northwind', address: 'https://gw.northwind.example' },
    keys: [{ length: 15, isTicked: true }],
    isTicked: true,
    sameAs: null,
  });
});

test('a URL that already exists is only selected when it brings a key', () => {
  const here = [{ ...usualGateway(), name: 'Mine', baseAddress: 'https://gw.example' }] as Connection[];
  expect(shownOf(recognizeAll('https://gw.example/v1'), here)[0]).toMatchObject({ sameAs: 'Mine', isTicked: false });
  const withKey = recognizeAll('BASE_URL=https://gw.example\nAPI_KEY=sk-aaaa1111bbbb');
  expect(shownOf(withKey, here)[0]).toMatchObject({ sameAs: 'Mine', isTicked: true });
});

test('plain http to another machine requires consent', () => {
  const [shown] = shownOf(recognizeAll('http://10.0.0.8:3000'), []);
  expect(shown && isReady(shown)).toBe(false);
  const accepted = shown?.fields && { ...shown, fields: { ...shown.fields, acceptedOrigin: 'http://10.0.0.8:3000' } };
  expect(accepted && isReady(accepted)).toBe(true);
});

test('a file written by Patchbay is distinguished from those of other tools', () => {
  expect(isShared('{\n  "format": "patchbay-connections", "version": 1 }')).toBe(true);
  expect(isShared('{"baseUrl":"https://gw.example"}')).toBe(false);
  expect(isShared('{"name":"patchbay-lab","baseUrl":"https://gw.example"}')).toBe(false);
});

test.each([
  ['short', 'short'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['password1234', 'weak'],
  ['copper socket', 'weak'],
  ['copper socket bench', 'fair'],
  ['four little words here', 'strong'],
  ['kX9#vb2!Qz7@Lm', 'strong'],
])('the passphrase %s is %s', (passphrase, strength) => expect(strengthOf(passphrase)).toBe(strength));
