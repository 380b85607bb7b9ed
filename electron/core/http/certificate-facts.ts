import type { DetailedPeerCertificate, PeerCertificate } from 'node:tls';

const namesShown = 5;
const longestChain = 10;

/** Whom a certificate is for, who issued it and when it is valid, as the end of a sentence; empty for one without facts. */
export function certificateFacts(certificate: PeerCertificate): string {
  const facts = [
    namesOf(certificate) && `it is for ${namesOf(certificate)}`,
    joined(certificate.issuer?.CN) && `issued by ${joined(certificate.issuer?.CN)}`,
    certificate.valid_from && `valid from ${certificate.valid_from} to ${certificate.valid_to}`,
  ].filter(Boolean);
  return facts.length > 0 ? `: ${facts.join(', ')}` : '';
}

/** The names that are checked: the alternative ones, and the common name only where there are none. */
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
 * The authority that is out of date when the server's own certificate is not; `null` when it is the certificate itself.
 *
 * @param nowMs the clock of this computer, in milliseconds since 1970.
 */
export function authorityOutOfDate(certificate: DetailedPeerCertificate, nowMs: number): PeerCertificate | null {
  const isValid = ({ valid_from, valid_to }: PeerCertificate) =>
    Date.parse(valid_from) <= nowMs && nowMs <= Date.parse(valid_to);
  let found = certificate;
  // A root is its own issuer.
  for (let length = 0; length < longestChain && isValid(found); length += 1) found = found.issuerCertificate ?? found;
  return found === certificate || isValid(found) ? null : found;
}
