import { decodePunycode } from './punycode.ts';

/** A link that may leave Patchbay: what is opened, and what the user must see before it is. */
export interface Link {
  /**
   * What is opened: the parsed form of the text, host in ASCII, without user name and password. Of a message it keeps
   * recipients, subject, cc and body; some mail programs take other fields as files to attach.
   */
  address: string;
  scheme: 'https' | 'http' | 'mailto';
  /** Host and port as a user reads them. Empty for `mailto`. */
  host: string;
  /** The same in ASCII, when it differs. */
  asciiHost: string | null;
  /** Path, query and fragment, or the recipients: decoded where that is harmless, without invisible characters. */
  rest: string;
  /** The text named a user before the host, which makes one host look like another. */
  hadUser: boolean;
  /** The text contains characters that are invisible or turn the reading direction; `rest` does not. */
  hadInvisible: boolean;
}

const lengthLimit = 8192;

/** Characters that are invisible or turn the reading direction: they make one address look like another. */
const invisible = /\p{Cc}|\p{Cf}|\p{Variation_Selector}|[\u034f\u115f\u1160\u17b4\u17b5\u2028\u2029\u3164\uffa0]/gu;

/**
 * The one rule of what may be opened outside: https, http and mailto, in full. Everything else can start programs or read
 * files. Control characters and backslashes, which parsers silently drop or replace, refuse the link.
 *
 * @param text as a model, a gateway, a file or the page wrote it.
 * @returns `null` when it must not be opened. The address of a link reads as the same address.
 */
export function readLink(text: string): Link | null {
  const asked = text.trim();
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
  if (asked.length > lengthLimit || /[\u0000-\u001f\u007f\\]/.test(asked)) return null;
  if (!/^(?:https?:\/\/|mailto:)/i.test(asked) || !URL.canParse(asked)) return null;
  const url = new URL(asked);
  return url.protocol === 'mailto:' ? readMail(url, asked) : readWeb(url, asked);
}

function readWeb(url: URL, asked: string): Link {
  const hadUser = url.username !== '' || url.password !== '';
  url.username = '';
  url.password = '';
  const host = readableHost(url.host);
  const rest = decoded(`${url.pathname}${url.search}${url.hash}`, decodeURI);
  return {
    address: url.href,
    scheme: url.protocol === 'https:' ? 'https' : 'http',
    host,
    asciiHost: host === url.host ? null : url.host,
    rest: visible(rest),
    hadUser,
    hadInvisible: [asked, rest].some(hasInvisible),
  };
}

function readMail(url: URL, asked: string): Link | null {
  const mailbox = decoded(url.pathname, decodeURIComponent);
  // In a mail address a plus is a plus (RFC 6068), where a form reads a space.
  const given = new URLSearchParams(url.search.replaceAll('+', '%2B'));
  const fields = ['subject', 'cc', 'body'].flatMap((name) => {
    const value = given.get(name);
    // Lines belong to the body alone: elsewhere they would begin another field.
    return value ? [`${name}=${encodeURIComponent(name === 'body' ? value : value.replace(invisible, ' '))}`] : [];
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
    hadInvisible: [asked, mailbox].some(hasInvisible),
  };
}

const visible = (text: string) => text.replace(invisible, '');
const hasInvisible = (text: string) => text.search(invisible) >= 0;

/** The text itself when what its escapes stand for is not UTF-8: then they are the honest form. */
function decoded(text: string, decode: (text: string) => string): string {
  try {
    return decode(text);
  } catch {
    return text;
  }
}

const readableHost = (host: string) => host.split('.').map(readableLabel).join('.');

/** A label that decodes to invisible characters stays in ASCII: shown without them, it would be another host. */
function readableLabel(label: string): string {
  const name = label.startsWith('xn--') ? decodePunycode(label.slice(4)) : null;
  return name === null || hasInvisible(name) ? label : name;
}
