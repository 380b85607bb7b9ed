import type { PeerCertificate } from 'node:tls';
import { codeOf, fault, type NetworkFault, placeName } from '../network-failure.ts';

const causes: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'comes from a certificate authority that this computer does not know',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    'comes from an unknown certificate authority, or the server left out a link of the chain',
  UNABLE_TO_GET_ISSUER_CERT: 'comes from an unknown certificate authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'comes from an unknown certificate authority',
  CERT_HAS_EXPIRED: 'has expired',
  CERT_NOT_YET_VALID: 'is not valid yet',
  CERT_REVOKED: 'was revoked',
  ERR_TLS_CERT_ALTNAME_INVALID: 'is for another name',
  HOSTNAME_MISMATCH: 'is for another name',
};

const caHint = 'If it is your own gateway, add its certificate authority to the connection. Nothing was sent.';

/** Names what kept a TLS connection from being made, with the facts of the certificate that was shown. */
export function tlsFault(
  thrown: unknown,
  host: string,
  port: number,
  certificate: PeerCertificate | null,
): NetworkFault {
  const code = codeOf(thrown);
  const place = placeName(host, port);
  const cause = causes[code];
  if (cause !== undefined)
    return {
      ...fault(
        'tls',
        `The certificate of ${place} ${cause} (${code})${certificateFacts(certificate)}.`,
        code.includes('EXPIRED') || code.includes('NOT_YET') ? `Check the clock of this computer. ${caHint}` : caHint,
        'not-sent',
      ),
      unknownAuthority: /SELF_SIGNED|UNABLE_TO/.test(code),
    };
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG' || code === 'EPROTO')
    return fault(
      'tls',
      `${place} does not speak TLS (${code}): this port may speak plain HTTP.`,
      'Use http:// for it, or the port for https. Nothing was sent.',
      'not-sent',
    );
  return fault(
    'tls',
    `${place} ended the TLS handshake (${code || 'closed'}).`,
    'The server and this computer found no common version or cipher, or a proxy is in between. Nothing was sent.',
    'not-sent',
  );
}

function certificateFacts(certificate: PeerCertificate | null): string {
  if (certificate === null) return '';
  const named = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(', ') : value);
  const facts = [
    named(certificate.subject?.CN) && `it is for ${named(certificate.subject?.CN)}`,
    named(certificate.issuer?.CN) && `issued by ${named(certificate.issuer?.CN)}`,
    certificate.valid_from && `valid from ${certificate.valid_from} to ${certificate.valid_to}`,
  ].filter(Boolean);
  return facts.length > 0 ? `: ${facts.join(', ')}` : '';
}
