import { decodePunycode } from './punycode.ts';

const opened = new Set(['https:', 'http:', 'mailto:']);

/** Characters that turn the reading direction or are not seen: they make one host look like another. */
const invisible =
  /\p{Cc}|\p{Cf}|\p{Variation_Selector}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u2028|\u2029|\u3164|\uffa0/gu;

export interface LinkFacts {
  /** Whole address as it will be opened; its host is ASCII (punycode). */
  address: string;
  scheme: string;
  /** As a person reads it. Empty for `mailto:`. */
  host: string;
  /** The same host in ASCII, when it differs. */
  asciiHost: string | null;
  /** Path, query and fragment, decoded where that is harmless, without invisible characters. */
  rest: string;
  /** The address holds a user name: what stands before `@` is not the host. */
  hasUser: boolean;
  /** Invisible characters were taken out of what is shown. */
  wasCleaned: boolean;
}

/** What a link leads to, or `null` when its scheme is none that may be opened (`javascript:`, `file:`, `data:` ...). */
export function describeLink(address: string): LinkFacts | null {
  const url = URL.parse(address.trim());
  if (!url || !opened.has(url.protocol)) return null;
  const isMail = url.protocol === 'mailto:';
  const host = isMail ? '' : url.host;
  const shownHost = readableHost(host);
  const rest = isMail ? readable(url.pathname) : readable(`${url.pathname}${url.search}${url.hash}`);
  return {
    address: url.href,
    scheme: url.protocol.slice(0, -1),
    host: shownHost,
    asciiHost: shownHost === host ? null : host,
    rest,
    hasUser: url.username !== '' || url.password !== '',
    wasCleaned: address.trim().search(invisible) >= 0 || /%E2%80%(?:8[BCDEF]|A[89ABCDE])/i.test(address),
  };
}

function readable(text: string): string {
  let decoded = text;
  try {
    decoded = decodeURI(text);
  } catch {
    // Not UTF-8 behind its escapes: the escapes are the honest form.
  }
  return decoded.replace(invisible, '');
}

const readableHost = (host: string) =>
  host
    .split('.')
    .map((label) => (label.startsWith('xn--') ? (decodePunycode(label.slice(4)) ?? label) : label))
    .join('.');
