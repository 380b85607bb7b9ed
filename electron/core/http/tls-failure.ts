import type { DetailedPeerCertificate, PeerCertificate } from 'node:tls';
import { isLoopbackHost } from '#shared/protocol/address.ts';
import { codeOf, endpointName, fault, type NetworkFault } from './network-failure.ts';
import type { HttpProxy } from './proxy/http-proxy.ts';

const caHint = 'If this is your own gateway, add its certificate authority to the connection.';
const clockHint = "Check this computer's clock; if it is right, the operator must renew the certificate.";
const nameHint = 'Use a name that the certificate covers, or ask the operator to add this one.';
const operatorHint = "The gateway's operator must replace the certificate.";

const unknown = 'comes from an unknown certificate authority';
const weakKey = 'has a key that is too weak, or its authority does';
const wrongName = 'is for a name that its authority may not certify';

/** What is wrong with a certificate: by Node's code, or by OpenSSL's message where Node has no code of its own. */
const causes: Readonly<Record<string, readonly [cause: string, hint: string]>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: ['is self-signed', caHint],
  SELF_SIGNED_CERT_IN_CHAIN: ['comes from a certificate authority that this computer does not know', caHint],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: [`${unknown}, or the server sent an incomplete chain`, caHint],
  UNABLE_TO_GET_ISSUER_CERT: [unknown, caHint],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: [unknown, caHint],
  CERT_HAS_EXPIRED: ['has expired', clockHint],
  CERT_NOT_YET_VALID: ['is not valid yet', clockHint],
  CERT_REVOKED: ['was revoked', operatorHint],
  ERR_TLS_CERT_ALTNAME_INVALID: ['is for another name', nameHint],
  HOSTNAME_MISMATCH: ['is for another name', nameHint],
  INVALID_PURPOSE: ['is not meant for servers', operatorHint],
  'EE certificate key too weak': [weakKey, operatorHint],
  'CA certificate key too weak': [weakKey, operatorHint],
  'CA signature digest algorithm too weak': ['is signed with an outdated hash, such as SHA-1 or MD5', operatorHint],
  'unhandled critical extension': ["has a critical extension that Patchbay can't check", operatorHint],
  'permitted subtree violation': [wrongName, operatorHint],
  'excluded subtree violation': [wrongName, operatorHint],
};

/** A failed TLS handshake. */
interface Handshake {
  host: string;
  port: number;
  /** The proxy whose tunnel it used. */
  proxy: HttpProxy | null;
  /** The server's certificate, with its chain; `null` when the handshake ended before. */
  certificate: DetailedPeerCertificate | null;
}

/** Returns why a TLS connection could not be established, with the facts of the server's certificate. */
export function tlsFault(thrown: unknown, { host, port, proxy, certificate }: Handshake): NetworkFault {
  const code = codeOf(thrown);
  const endpoint = endpointName(host, port);
  const isOfNetwork = /^(?:ERR_SSL_.*|E[A-Z]+|)$/.test(code);
  if (certificate !== null && thrown instanceof Error && !isOfNetwork)
    return refusedCertificate(endpoint, code, thrown.message, certificate);
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG' || code === 'EPROTO')
    return proxy?.brokenTunnel(endpoint, code) ?? withoutTls(host, endpoint, code);
  const via = proxy === null ? '' : `, through the proxy ${proxy.endpoint}`;
  return (
    alertFault(thrown, `${endpoint}${via}`) ??
    fault(
      'tls',
      `${endpoint} closed the connection during the TLS handshake (${code || 'closed'})${via}.`,
      'The port may not use TLS, or a firewall or proxy closed the connection.',
      'not-sent',
    )
  );
}

export const tlsTimeout = (endpoint: string, proxy: HttpProxy | null, limit: string): NetworkFault =>
  fault(
    'connect-timeout',
    `${endpoint} accepted the connection${proxy === null ? '' : ` through the proxy ${proxy.endpoint}`} but did not complete the TLS handshake within ${limit}.`,
    'Check that this port uses TLS, and any firewall or proxy in between.',
    'not-sent',
  );

function refusedCertificate(
  endpoint: string,
  code: string,
  message: string,
  certificate: DetailedPeerCertificate,
): NetworkFault {
  // Node has codes for only a part of what OpenSSL refuses.
  const name = code === 'UNSPECIFIED' ? message : code;
  const [cause, hint] = causes[name] ?? ['was rejected', operatorHint];
  const isOutOfDate = code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID';
  const authority = isOutOfDate ? authorityOutOfDate(certificate, Date.now()) : null;
  const which = authority === null ? 'The certificate' : 'An authority above the certificate';
  return {
    ...fault(
      'tls',
      `${which} of ${endpoint} ${cause} (${name})${certificateFacts(authority ?? certificate)}.`,
      hint,
      'not-sent',
    ),
    unknownAuthority: /SELF_SIGNED|UNABLE_TO/.test(code),
  };
}

/** Plain HTTP is suggested for this computer alone: elsewhere an unencrypted response could come from anyone. */
function withoutTls(host: string, endpoint: string, code: string): NetworkFault {
  const hint = isLoopbackHost(host)
    ? 'Use http://, or the port for https.'
    : 'Check the port. A firewall, captive portal or proxy may have responded instead.';
  return fault('tls', `${endpoint} does not use TLS (${code}). The port may be for plain HTTP.`, hint, 'not-sent');
}

const namesShown = 5;
const longestChain = 10;

/**
 * Returns the subject, the issuer and the validity of a certificate, as the end of a sentence; empty for one without
 * facts.
 */
function certificateFacts(certificate: PeerCertificate): string {
  const facts = [
    namesOf(certificate) && `it is for ${namesOf(certificate)}`,
    joined(certificate.issuer?.CN) && `issued by ${joined(certificate.issuer?.CN)}`,
    certificate.valid_from && `valid from ${certificate.valid_from} to ${certificate.valid_to}`,
  ].filter(Boolean);
  return facts.length > 0 ? `: ${facts.join(', ')}` : '';
}

/** Returns the names that are checked: the alternative ones, and the common name only where there are none. */
function namesOf({ subjectaltname, subject }: PeerCertificate): string {
  const names = (subjectaltname ?? '')
    .split(', ')
    .flatMap((entry) => entry.match(/^(?:DNS|IP Address):(.+)$/)?.[1] ?? []);
  const more = names.length - namesShown;
  const shown = names.slice(0, namesShown).join(', ');
  return names.length === 0 ? joined(subject?.CN) : more > 0 ? `${shown} and ${more} more` : shown;
}

const joined = (value: string | string[] | undefined) => (Array.isArray(value) ? value.join(', ') : (value ?? ''));

/**
 * Returns the authority that is out of date when the server's own certificate is not; `null` when it is the certificate
 * itself.
 *
 * @param nowMs the clock of this computer, in milliseconds since 1970.
 */
function authorityOutOfDate(certificate: DetailedPeerCertificate, nowMs: number): PeerCertificate | null {
  const isValid = ({ valid_from, valid_to }: PeerCertificate) =>
    Date.parse(valid_from) <= nowMs && nowMs <= Date.parse(valid_to);
  let found = certificate;
  // A root is its own issuer.
  for (let length = 0; length < longestChain && isValid(found); length += 1) found = found.issuerCertificate ?? found;
  return found === certificate || isValid(found) ? null : found;
}

/** Alerts that may also end a connection over which requests were already read (RFC 8446, section 6). */
const lateAlerts: ReadonlySet<string> = new Set([
  'UNEXPECTED_MESSAGE',
  'BAD_RECORD_MAC',
  'RECORD_OVERFLOW',
  'INTERNAL_ERROR',
  'USER_CANCELLED',
]);

const noCertificate = "The server requires a client certificate, which Patchbay doesn't support.";
const hints: Readonly<Record<string, string>> = {
  CERTIFICATE_REQUIRED: noCertificate,
  BAD_CERTIFICATE: noCertificate,
  HANDSHAKE_FAILURE: 'The server and Patchbay have no cipher in common, or the server requires a client certificate.',
  PROTOCOL_VERSION: 'The server and Patchbay have no TLS version in common.',
  INSUFFICIENT_SECURITY: 'The server and Patchbay have no cipher in common.',
  UNRECOGNIZED_NAME: "The server doesn't serve this host name. Check the base URL.",
};

/**
 * Returns the fault of a TLS alert with which a server ended a handshake; `null` for any other fault. Under TLS 1.3
 * this side is ready before the server has checked it: the alert then arrives after the request was written, and the
 * server has decrypted nothing of it. Call only for the first request of a connection, before any byte of a response.
 */
export function alertFault(thrown: unknown, endpoint: string): NetworkFault | null {
  const alert = /^ERR_SSL_.{1,40}_ALERT_(\w{1,60})$/.exec(codeOf(thrown))?.[1];
  if (alert === undefined || lateAlerts.has(alert)) return null;
  return fault(
    'tls',
    `${endpoint} rejected the TLS handshake (${alert.toLowerCase().replaceAll('_', ' ')}).`,
    hints[alert] ?? 'The server and Patchbay could not agree.',
    'not-sent',
  );
}
