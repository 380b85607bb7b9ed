import { codeOf, fault, type NetworkFault } from './network-failure.ts';

/** Alerts that may also end a connection over which requests were already read (RFC 8446, section 6). */
const lateAlerts: ReadonlySet<string> = new Set([
  'UNEXPECTED_MESSAGE',
  'BAD_RECORD_MAC',
  'RECORD_OVERFLOW',
  'INTERNAL_ERROR',
  'USER_CANCELLED',
]);

const noCertificate = 'It requires a client certificate, and Patchbay has none to show.';
const hints: Readonly<Record<string, string>> = {
  CERTIFICATE_REQUIRED: noCertificate,
  BAD_CERTIFICATE: noCertificate,
  HANDSHAKE_FAILURE: 'It shares no cipher with this computer, or requires a client certificate.',
  PROTOCOL_VERSION: 'It shares no TLS version with this computer.',
  INSUFFICIENT_SECURITY: 'It shares no cipher with this computer.',
  UNRECOGNIZED_NAME: 'It serves no site of this name: check the base address.',
};

/**
 * Names the TLS alert with which a server ended a handshake; `null` for any other fault. Under TLS 1.3 this side is ready
 * before the server has checked it: the alert then arrives after the request was written, and the server has decrypted
 * nothing of it. Ask only for the first request of a connection, before any byte of an answer.
 */
export function alertFault(thrown: unknown, place: string): NetworkFault | null {
  const alert = /^ERR_SSL_.*_ALERT_(\w+)$/.exec(codeOf(thrown))?.[1];
  if (alert === undefined || lateAlerts.has(alert)) return null;
  return fault(
    'tls',
    `${place} refused the TLS handshake (${alert.toLowerCase().replaceAll('_', ' ')}).`,
    `${hints[alert] ?? 'The server and this computer could not agree.'} The gateway read nothing of the request.`,
    'not-sent',
  );
}
