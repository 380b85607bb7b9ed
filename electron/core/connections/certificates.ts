import { X509Certificate } from 'node:crypto';
import type { CertificateFacts } from '#shared/contract/connections.ts';
import { AppError, failure } from '#shared/protocol/failure.ts';

const marks = /-----(BEGIN|END) ([A-Z0-9 ]+)-----/g;

/**
 * Splits a PEM text into blocks in one pass: a text of begin markers without ends must not be searched once for each.
 */
function blocksOf(pem: string): { kind: string; text: string }[] {
  const blocks: { kind: string; text: string }[] = [];
  let open = { kind: '', at: 0 };
  for (const { 0: mark, 1: side, 2: kind = '', index } of pem.matchAll(marks)) {
    if (side === 'BEGIN') open = { kind, at: index };
    else if (kind === open.kind) blocks.push({ kind, text: pem.slice(open.at, index + mark.length) });
  }
  return blocks;
}

/**
 * Reads the certificates of a PEM text.
 *
 * @throws AppError `bad-input` that says what the text contains instead.
 */
export function readCertificates(pem: string): CertificateFacts[] {
  const found = blocksOf(pem);
  // Truncated keys count too: the whole text would be stored.
  if (/-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(pem))
    throw refused(secretInside, 'Select a file that contains only the certificate.');
  const certificates = found.filter(({ kind }) => kind === 'CERTIFICATE' || kind === 'TRUSTED CERTIFICATE');
  if (certificates.length === 0) throw refused(whatItHolds(pem, found[0]?.kind), pemHint);
  return certificates.map(({ text }, index) => {
    try {
      return factsOf(new X509Certificate(text));
    } catch {
      throw refused(`Certificate ${index + 1} of ${certificates.length} is damaged.`, pemHint);
    }
  });
}

function factsOf(certificate: X509Certificate): CertificateFacts {
  return {
    subject: oneLine(certificate.subject),
    issuer: oneLine(certificate.issuer),
    validFrom: certificate.validFromDate.getTime(),
    validTo: certificate.validToDate.getTime(),
    fingerprint: certificate.fingerprint256,
    isAuthority: certificate.ca,
  };
}

const oneLine = (name: string | undefined): string => (name ?? '').split('\n').join(', ') || '(no name)';

function whatItHolds(text: string, kind: string | undefined): string {
  if (text.trim() === '') return 'The file is empty.';
  if (kind) return `The file contains a ${kind.toLowerCase()}, not a certificate.`;
  if (text.includes('\0') || text.includes('\ufffd')) return "The file isn't text. It may be in DER format.";
  return "The file doesn't contain a certificate.";
}

const secretInside = 'The file contains a private key. It was not stored.';
const pemHint =
  'Patchbay accepts PEM certificates, which begin with -----BEGIN CERTIFICATE-----. Convert DER with `openssl x509 -inform der -in file -out file.pem`.';

const refused = (message: string, hint: string) => new AppError(failure('bad-input', message, { hint }));
