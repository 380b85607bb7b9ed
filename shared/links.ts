import { percentDecoded } from './percent.ts';
import { unseen, unseenRuns } from './unseen.ts';

/** An external link: what is opened, and what the user must see before it is. */
export interface Link {
  /**
   * What is opened: the parsed form of the text, host in ASCII, without user name and password. A `mailto` address
   * keeps recipients, subject, cc and body; some mail programs treat other fields as files to attach.
   */
  address: string;
  scheme: 'https' | 'http' | 'mailto';
  /** Host and port in readable form. Empty for `mailto`. */
  host: string;
  /** The host in ASCII, when that differs. */
  asciiHost: string | null;
  /** Path, query and fragment, or the recipients: decoded where that is harmless, without invisible characters. */
  rest: string;
  /** The text contained user info before the host, which can disguise the real host. */
  hadUser: boolean;
  /** The text contains characters that are invisible or change the text direction; `rest` does not. */
  hadInvisible: boolean;
}

const lengthLimit = 8192;

/**
 * Applies the one rule for external links: https, http and mailto. Any other scheme can start programs or read files.
 * Control characters and backslashes, which parsers silently drop or replace, refuse the link.
 *
 * @param text untrusted text from a model, a gateway, a file or the page.
 * @returns `null` when it must not be opened. The `address` of a returned link reads as the same address.
 */
export function readLink(text: string): Link | null {
  const trimmed = text.trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
  if (trimmed.length > lengthLimit || /[\u0000-\u001f\u007f\\]/.test(trimmed)) return null;
  if (!/^(?:https?:\/\/|mailto:)/i.test(trimmed) || !URL.canParse(trimmed)) return null;
  const url = new URL(trimmed);
  return url.protocol === 'mailto:' ? readMail(url, trimmed) : readWeb(url, trimmed);
}

function readWeb(url: URL, trimmed: string): Link {
  const hadUser = url.username !== '' || url.password !== '';
  url.username = '';
  url.password = '';
  const host = readableHost(url.host);
  const rest = percentDecoded(`${url.pathname}${url.search}${url.hash}`, decodeURI);
  return {
    address: url.href,
    scheme: url.protocol === 'https:' ? 'https' : 'http',
    host,
    asciiHost: host === url.host ? null : url.host,
    rest: visible(rest),
    hadUser,
    hadInvisible: [trimmed, rest].some(hasInvisible),
  };
}

function readMail(url: URL, trimmed: string): Link | null {
  const mailbox = percentDecoded(url.pathname);
  // In a mail address a plus is a plus (RFC 6068), but form decoding reads it as a space.
  const given = new URLSearchParams(url.search.replaceAll('+', '%2B'));
  const fields = ['subject', 'cc', 'body'].flatMap((name) => {
    const value = given.get(name);
    // Line breaks are only allowed in the body: elsewhere they would start another header field.
    return value ? [`${name}=${encodeURIComponent(name === 'body' ? value : value.replace(unseenRuns, ' '))}`] : [];
  });
  const to = visible(mailbox);
  if (to === '' && fields.length === 0) return null;
  const recipients = encodeURIComponent(to).replaceAll('%40', '@').replaceAll('%2C', ',');
  return {
    address: `mailto:${recipients}${fields.length > 0 ? `?${fields.join('&')}` : ''}`,
    scheme: 'mailto',
    host: '',
    asciiHost: null,
    rest: to,
    hadUser: false,
    hadInvisible: [trimmed, mailbox].some(hasInvisible),
  };
}

const visible = (text: string) => text.replace(unseenRuns, '');
const hasInvisible = (text: string) => text.search(unseen) >= 0;

const readableHost = (host: string) => host.split('.').map(readableLabel).join('.');

/** Keeps a label that decodes to invisible characters in ASCII: without them, it would look like another host. */
function readableLabel(label: string): string {
  const name = label.startsWith('xn--') ? decodePunycode(label.slice(4)) : null;
  return name === null || hasInvisible(name) ? label : name;
}

/** Decodes RFC 3492. Returns `null` when the text is not punycode. */
export function decodePunycode(text: string): string | null {
  const cut = text.lastIndexOf('-');
  const output = cut > 0 ? [...text.slice(0, cut)].map((letter) => letter.charCodeAt(0)) : [];
  let [code, bias, place, at] = [128, 72, 0, cut > 0 ? cut + 1 : 0];
  while (at < text.length) {
    const before = place;
    for (let weight = 1, k = 36; ; k += 36) {
      const digit = digitOf(text.charCodeAt(at++));
      if (digit === null) return null;
      place += digit * weight;
      const threshold = k <= bias ? 1 : k >= bias + 26 ? 26 : k - bias;
      if (digit < threshold) break;
      weight *= 36 - threshold;
    }
    bias = adapt(place - before, output.length + 1, before === 0);
    code += Math.floor(place / (output.length + 1));
    place %= output.length + 1;
    if (code > 0x10ffff) return null;
    output.splice(place++, 0, code);
  }
  return String.fromCodePoint(...output);
}

function digitOf(code: number): number | null {
  if (code >= 48 && code <= 57) return code - 22;
  if (code >= 97 && code <= 122) return code - 97;
  return code >= 65 && code <= 90 ? code - 65 : null;
}

function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / 700) : delta >> 1;
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > 455; k += 36) rest = Math.floor(rest / 35);
  return k + Math.floor((36 * rest) / (rest + 38));
}
