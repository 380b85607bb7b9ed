import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { readCertificates } from '#core/connections/certificates.ts';
import { failureOf } from '../../../../support/core/failure-of.ts';
import { authority, expired, trusted } from '../../../../support/exchange/certificates.ts';

test('every certificate of a file is described with what a user needs to know', () => {
  const found = readCertificates(`Our company\n${authority}\r\n# and an old one\n${expired.cert}`);
  expect(found).toEqual([
    {
      subject: 'CN=Patchbay test authority',
      issuer: 'CN=Patchbay test authority',
      validFrom: Date.parse('2026-11-21T04:14:03Z'),
      validTo: Date.parse('2126-10-28T04:14:03Z'),
      fingerprint: new X509Certificate(authority).fingerprint256,
      isAuthority: true,
    },
    expect.objectContaining({
      subject: 'CN=localhost',
      validTo: Date.parse('2020-02-01T00:00:00Z'),
      isAuthority: false,
    }),
  ]);
});

const der = new X509Certificate(authority).raw.toString('utf8');

test.each<[what: string, text: string, says: RegExp]>([
  ['nothing', ' \n ', /is empty/],
  ['a private key', trusted.key, /private key/],
  ['a certificate with its private key', trusted.cert + trusted.key, /private key/],
  ['a private key that is cut off', trusted.cert + trusted.key.slice(0, 100), /private key/],
  ['a request', '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----', /certificate request/],
  ['DER', der, /DER/],
  ['a page', '<html>Sign in</html>', /contain a certificate/],
  ['a cut certificate', authority.slice(0, 300), /contain a certificate/],
  ['a damaged one among others', authority + authority.replace('MIIBmz', 'MIIBAA'), /Certificate 2 of 2/],
])('%s is refused with a specific reason', async (_, text, says) => {
  const failed = await failureOf(() => readCertificates(text));
  expect(failed).toMatchObject({ code: 'bad-input', message: expect.stringMatching(says) });
  expect(failed.hint).not.toBe('');
  expect(JSON.stringify(failed)).not.toContain('MHcCAQ');
});

test('a megabyte of BEGIN markers without an end is read in one pass', async () => {
  const failed = await failureOf(() => readCertificates('-----BEGIN A-----'.repeat(58_000)));
  expect(failed.message).toMatch(/contain a certificate/);
});

test('an unterminated block does not hide the blocks after it', () => {
  expect(readCertificates(`-----BEGIN X-----\n${authority}`)).toHaveLength(1);
  expect(readCertificates(`-----END CERTIFICATE-----\n${authority}${trusted.cert}`)).toHaveLength(2);
});
