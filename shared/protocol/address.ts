import { type GatewayAddress, type RoutePrefixes, usualPrefixes } from './route-path.ts';
import { splitPath } from './split-path.ts';
import { namesVersion } from './version-query.ts';

export interface BaseAddress {
  /** Scheme, host, port and path before the prefixes, without a trailing slash; `''` when nothing usable was given. */
  base: string;
  origin: string;
  /** What each family of routes adds to the base. */
  prefixes: RoutePrefixes;
  /** Query parameters that the gateway requires with every request, such as `api-version`. */
  query: [name: string, value: string][];
  /** What was removed from the end of the path: prefix, route or both, such as `/v4/chat/completions`; else `''`. */
  dropped: string;
  problems: AddressProblem[];
}

/** Returns true for hosts on this computer, in any spelling that a parsed URL can contain. */
export function isLoopbackHost(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    /^127(\.\d{1,3}){3}$/.test(name) ||
    /^::ffff:(127(\.\d{1,3}){3}|7f[0-9a-f]{2}:[0-9a-f]{1,4})$/.test(name)
  );
}

/** Adds the most likely scheme to an address without one. */
function withScheme(text: string): string {
  const host = /^(\[[^\]]*\]|[^/:?#]*)/.exec(text)?.[0] ?? '';
  return `${isLoopbackHost(host) ? 'http' : 'https'}://${text}`;
}

/** A text as a URL, before its path is interpreted; `url` is `null` when there is none. */
interface ReadUrl {
  url: URL | null;
  typed: string;
  problems: AddressProblem[];
}

/** Far longer than an address: a file may contain megabytes in its place. */
const longestAddress = 8192;

function readUrl(text: string): ReadUrl {
  const nothing = (found: AddressProblem): ReadUrl => ({ url: null, typed: '', problems: [found] });
  if (text.length > longestAddress) return nothing(problem('malformed', 'error', 'The base URL is too long.'));
  const unwrapped = withoutWrapping(text);
  if (unwrapped === '') return nothing(problem('empty', 'error', 'Enter the base URL of the gateway.'));
  if (/\s/.test(unwrapped)) return nothing(problem('spaces', 'error', 'The base URL contains a space.'));

  const { text: typed, problems } = completeScheme(unwrapped);
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(typed)?.[1]?.toLowerCase();
  const completed = scheme === undefined ? withScheme(typed.replace(/^\/+/, '')) : typed;
  // A gateway on this computer is reached over plain HTTP, so nothing is unclear about its scheme.
  if (scheme === undefined && (typed.startsWith('/') || !completed.startsWith('http:')))
    problems.push(problem('missing-scheme', 'error', 'The base URL must begin with https:// or http://.'));
  else if (scheme !== undefined && scheme !== 'http' && scheme !== 'https')
    return nothing(
      problem('unsupported-scheme', 'error', `The base URL must begin with https:// or http://, not ${scheme}://.`),
    );
  if (!URL.canParse(completed)) return nothing(problem('malformed', 'error', "This isn't a valid URL."));
  const url = new URL(completed);
  if (url.port === '0') return nothing(problem('malformed', 'error', "Port 0 can't be used."));

  if (url.username !== '' || url.password !== '')
    problems.push(
      problem('userinfo', 'error', 'The base URL contains a user name or password. Enter keys separately.'),
    );
  return { url, typed, problems };
}

/**
 * Parses what the user typed or pasted as a gateway address: a host, with or without a version in its path, with
 * trailing slashes, or a whole route. A path before the version (`https://host/gateway/v1`) stays in the base. A slash
 * at the end of a path without a version, or a `#`, means that routes add none. Never throws; cheap enough to run on
 * every keystroke.
 */
export function normalizeBase(text: string): BaseAddress {
  const { url, typed, problems } = readUrl(text);
  if (!url) return { base: '', origin: '', prefixes: usualPrefixes, query: [], dropped: '', problems };
  const pairs = [...url.searchParams];
  const query = pairs.filter(([name]) => namesVersion.test(name));
  if (query.length < pairs.length)
    problems.push(problem('query', 'warning', 'The part after "?" isn\'t part of a base URL. It is ignored.'));
  if (url.hash !== '')
    problems.push(problem('hash', 'warning', 'The part after "#" isn\'t part of a base URL. It is ignored.'));
  const path = plainPath(url, problems);
  const isExact = typed.endsWith('#') || (path !== '' && /[^/]\/+$/.test(typed));
  const { base, prefixes, doubled } = splitPath(path, isExact);
  if (doubled !== '') {
    const kept =
      prefixes.compatible === usualPrefixes.compatible ? 'because routes add it' : `except ${prefixes.compatible}`;
    problems.push(problem('doubled-version', 'warning', `The versions (${doubled}) were removed, ${kept}.`));
  }
  problems.push(...placeProblems(url, typed));
  return { base: url.origin + base, origin: url.origin, prefixes, query, dropped: path.slice(base.length), problems };
}

/** Returns the path of a URL without slashes at its end. Double slashes are removed, and reported. */
function plainPath(url: URL, problems: AddressProblem[]): string {
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  if (!path.includes('//')) return path;
  problems.push(problem('double-slash', 'warning', 'Double slashes in the path were removed.'));
  return path.replace(/\/{2,}/g, '/');
}

/** Parses the base of a stored connection, which is used as it is: a version in its path was put there on purpose. */
export function readBase(text: string): Pick<BaseAddress, 'base' | 'origin' | 'problems'> {
  const { url, typed, problems } = readUrl(text);
  if (!url) return { base: '', origin: '', problems };
  if (url.search !== '' || url.hash !== '')
    problems.push(problem('query', 'warning', 'The part after "?" isn\'t part of a base URL. It is ignored.'));
  const path = plainPath(url, problems);
  problems.push(...placeProblems(url, typed));
  return { base: url.origin + path, origin: url.origin, problems };
}

/**
 * Returns the URL that a user would type for a gateway, so that `normalizeBase` reads base and prefixes from it; `null`
 * for prefixes that no URL says. The query is not part of it.
 */
export function writeBase({ baseAddress, prefixes }: Pick<GatewayAddress, 'baseAddress' | 'prefixes'>): string | null {
  const { compatible, native } = prefixes;
  const typed = [baseAddress, baseAddress + compatible, `${baseAddress}/`, `${baseAddress}#`].find((text) => {
    const read = normalizeBase(text);
    return read.base === baseAddress && read.prefixes.compatible === compatible && read.prefixes.native === native;
  });
  return typed ?? null;
}

/** Returns whether the path of a URL ends in a version, or in a route below one. */
export function endsInVersion(text: string): boolean {
  const { url } = readUrl(text);
  return url !== null && splitPath(plainPath(url, []), false).endsInVersion;
}

function placeProblems(url: URL, typed: string): AddressProblem[] {
  const problems = hostProblems(url, typed);
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    problems.push(
      problem('insecure', 'warning', "Traffic isn't encrypted (http). Keys and content can be read in transit."),
    );
  return problems;
}

/** Problems of a base address. */
export type AddressProblemCode =
  | 'empty'
  | 'missing-scheme'
  | 'unsupported-scheme'
  | 'malformed'
  | 'spaces'
  | 'userinfo'
  | 'query'
  | 'hash'
  | 'double-slash'
  | 'doubled-version'
  | 'doubled-scheme'
  | 'slashes'
  | 'odd-port'
  | 'international'
  | 'insecure';

export interface AddressProblem {
  code: AddressProblemCode;
  /** `error`: the base must not be used as it is. `warning`: the base is usable, but the user should know. */
  severity: 'error' | 'warning';
  /** One sentence; never contains the user name or password of the address. */
  message: string;
}

/** Builds an address problem. */
export const problem = (code: AddressProblemCode, severity: 'error' | 'warning', message: string): AddressProblem => ({
  code,
  severity,
  message,
});

/** Removes what gets copied along with an address: zero-width characters from a page, quotes and commas from a text. */
export const withoutWrapping = (text: string) =>
  text
    .replace(/[\u200b-\u200f\u2060\ufeff]/g, '')
    .trim()
    .replace(/^["'`<]+|(?<!["'`>,;])["'`>,;]+$/g, '')
    .trim();

/** Corrects misspellings of `https://`, and reports what was wrong. */
export function completeScheme(text: string): { text: string; problems: AddressProblem[] } {
  const problems: AddressProblem[] = [];
  const single = text.replace(/^(?:https?:[\\/]*)+(?=https?:)/i, '');
  if (single !== text)
    problems.push(problem('doubled-scheme', 'warning', 'The address began with two schemes. The first was removed.'));
  const completed = single.replace(/^(https?):[\\/]*(?=[^\\/])/i, '$1://');
  if (completed !== single)
    problems.push(problem('slashes', 'warning', 'The slashes after the scheme were corrected.'));
  return { text: completed, problems };
}

/** Returns the problems of a host and its port. The address is usable anyway. */
export function hostProblems(url: URL, typed: string): AddressProblem[] {
  const problems: AddressProblem[] = [];
  if (/(?:^|\.)xn--/.test(url.hostname)) {
    const sent = typed.toLowerCase().includes(url.hostname) ? '' : ` It is sent as ${url.hostname}.`;
    problems.push(
      problem('international', 'warning', `The host contains look-alike letters of another alphabet.${sent}`),
    );
  }
  if ((url.protocol === 'http:' && url.port === '443') || (url.protocol === 'https:' && url.port === '80'))
    problems.push(
      problem(
        'odd-port',
        'warning',
        `Port ${url.port} is usually ${url.port === '443' ? 'https' : 'http'}, but the URL begins with ${url.protocol}//.`,
      ),
    );
  return problems;
}
