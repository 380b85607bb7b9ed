import { expect, test } from 'vitest';
import {
  checkFields,
  draftOf,
  emptyFields,
  fieldsFrom,
  isProxyOpen,
  nameFor,
  newHeader,
  proxyProblem,
} from '../../../../../../renderer/lib/gateway/connections/connection-fields.ts';
import { recognize } from '../../../../../../renderer/lib/recognize/recognize.ts';

test.each([
  ['https://gw.northwind.example/v1', 'Northwind'],
  ['https://northwind.example', 'Northwind'],
  ['http://127.0.0.1:4810', '127.0.0.1:4810'],
  ['http://localhost:3000/v1', 'localhost:3000'],
  ['https://10.0.0.8', '10.0.0.8'],
  ['nonsense here', ''],
])('%s is called %s', (address, name) => expect(nameFor(address)).toBe(name));

test('a saved base URL has no version at the end, and no header is empty', () => {
  const fields = {
    ...emptyFields(),
    address: ' https://gw.example/v1/ ',
    headers: [newHeader('x-team', 'eval'), newHeader('', '')],
  };
  expect(draftOf(fields, 'c1')).toMatchObject({
    id: 'c1',
    name: 'Gw',
    baseAddress: 'https://gw.example',
    headers: [['x-team', 'eval']],
    acceptedInsecure: false,
  });
});

test('plain http to another machine requires consent, and a new origin requires it again', () => {
  const fields = { ...emptyFields(), address: 'http://10.0.0.8:3000' };
  expect(checkFields(fields)).toMatchObject({ needsConsent: true, isSavable: false });
  const accepted = { ...fields, acceptedOrigin: 'http://10.0.0.8:3000' };
  expect(checkFields(accepted)).toMatchObject({ needsConsent: false, isSavable: true });
  expect(draftOf(accepted).acceptedInsecure).toBe(true);
  expect(checkFields({ ...accepted, address: 'http://10.0.0.9:3000' }).isSavable).toBe(false);
  expect(checkFields({ ...fields, address: 'http://127.0.0.1:3000' }).isSavable).toBe(true);
});

test('headers that cannot be sent are reported by reason and block saving', () => {
  const [odd, own, key, fine, empty] = [
    newHeader('x team', '1'),
    newHeader('Host', 'a'),
    newHeader('authorization', 'Bearer x'),
    newHeader('x-team', 'eval'),
    newHeader(),
  ];
  const fields = { ...emptyFields(), address: 'https://a.example', headers: [odd, own, key, fine, empty] };
  expect(checkFields(fields)).toMatchObject({
    badHeaders: { [odd.id]: 'no-name', [own.id]: 'own', [key.id]: 'key' },
    isSavable: false,
  });
  expect(checkFields({ ...fields, headers: [fine, empty] }).isSavable).toBe(true);
});

test('a value that looks like a secret raises a warning and is saved anyway', () => {
  const header = newHeader('x-auth-token', 'abcd1234');
  expect(checkFields({ ...emptyFields(), address: 'https://a.example', headers: [header] })).toMatchObject({
    secretHeaders: [header.id],
    isSavable: true,
  });
});

test('the proxy URL counts only while the proxy is enabled', () => {
  const fields = { ...emptyFields(), address: 'https://a.example' };
  const proxy = { ...fields.proxy, address: 'socks5://p.example' };
  expect(checkFields({ ...fields, proxy: { ...proxy, mode: 'custom' } })).toMatchObject({
    proxy: 'scheme',
    isSavable: false,
  });
  expect(checkFields({ ...fields, proxy: { ...proxy, mode: 'none' } }).isSavable).toBe(true);
});

test('a pasted command fills the form, without its key', () => {
  const fields = fieldsFrom(
    recognize(
      "curl https://gw.northwind.example/v1/models -H 'Authorization: Bearer sk-12345678901' -H 'x-team: eval'",
    ),
  );
  expect(fields).toMatchObject({ name: 'Northwind', address: 'https://gw.northwind.example/v1/models' });
  expect(fields.headers.map(({ name, value }) => [name, value])).toEqual([['x-team', 'eval']]);
  expect(JSON.stringify(fields)).not.toContain('sk-1234');
});

test.each([
  ['http://proxy.example:3128', null],
  ['proxy.example:3128', null],
  ['', 'empty'],
  ['socks5://proxy.example:1080', 'scheme'],
  ['https://proxy.example', 'scheme'],
  ['http://proxy example', 'malformed'],
  ['http://ada:secret@proxy.example', 'userinfo'],
])('the proxy URL %s has the problem %s', (address, problem) => expect(proxyProblem(address)).toBe(problem));

test('a login is readable on the way to another machine, not on this one', () => {
  expect(isProxyOpen('proxy.example:3128')).toBe(true);
  expect(isProxyOpen('http://127.0.0.1:3128')).toBe(false);
  expect(isProxyOpen('')).toBe(false);
});
