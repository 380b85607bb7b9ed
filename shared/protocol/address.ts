import { isDotSegment } from './custom-path.ts';
import type { Route } from './route.ts';
import { routes } from './table.ts';

export interface BaseAddress {
  /** Scheme, host, port and path prefix, without a trailing slash; `''` when nothing usable was given. */
  base: string;
  origin: string;
  /**
   * What was removed from the end because routes add it themselves, such as `/v1` or `/v1/chat/completions`; else `''`.
   */
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

const escapeForPattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A route's path at the end of an address, its parameters filled in or still in braces. */
const routeEndings = Object.values(routes).map(
  ({ path, family }) =>
    new RegExp(
      `${path
        .split(/\{\w+\}/)
        .map(escapeForPattern)
        .join(family === 'native' ? '[^?#]{1,300}' : '[^/?#]{1,300}')}$`,
    ),
);

/** Returns the longest suffix of `path` that routes add themselves. */
function ownEnding(path: string): string {
  const found = routeEndings.flatMap((pattern) => pattern.exec(path)?.[0] ?? []);
  const version = /\/v1(?:beta)?$/i.exec(path)?.[0];
  return [...found, version ?? ''].reduce((longest, next) => (next.length > longest.length ? next : longest), '');
}

/** Adds the most likely scheme to an address without one. */
function withScheme(text: string): string {
  const host = /^(\[[^\]]*\]|[^/:?#]*)/.exec(text)?.[0] ?? '';
  return `${isLoopbackHost(host) ? 'http' : 'https'}://${text}`;
}

/**
 * Parses what the user typed or pasted as a gateway address: with or without `/v1`, with trailing slashes, or a whole
 * route. A path prefix (`https://host/gateway`) is kept. Never throws; cheap enough to run on every keystroke.
 */
export function normalizeBase(text: string): BaseAddress {
  const nothing = (found: AddressProblem): BaseAddress => ({ base: '', origin: '', dropped: '', problems: [found] });
  const unwrapped = withoutWrapping(text);
  if (unwrapped === '') return nothing(problem('empty', 'error', 'Enter the base URL of the gateway.'));
  if (/\s/.test(unwrapped)) return nothing(problem('spaces', 'error', 'The base URL contains a space.'));

  const { text: typed, problems } = completeScheme(unwrapped);
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(typed)?.[1]?.toLowerCase();
  if (scheme === undefined)
    problems.push(problem('missing-scheme', 'error', 'The base URL must begin with https:// or http://.'));
  else if (scheme !== 'http' && scheme !== 'https')
    return nothing(
      problem('unsupported-scheme', 'error', `The base URL must begin with https:// or http://, not ${scheme}://.`),
    );
  const address = scheme === undefined ? withScheme(typed.replace(/^\/+/, '')) : typed;
  if (!URL.canParse(address)) return nothing(problem('malformed', 'error', "This isn't a valid URL."));
  const url = new URL(address);
  if (url.port === '0') return nothing(problem('malformed', 'error', "Port 0 can't be used."));

  if (url.username !== '' || url.password !== '')
    problems.push(
      problem('userinfo', 'error', 'The base URL contains a user name or password. Enter keys separately.'),
    );
  if (url.search !== '')
    problems.push(problem('query', 'warning', 'The part after "?" isn\'t part of a base URL. It is ignored.'));
  if (url.hash !== '')
    problems.push(problem('hash', 'warning', 'The part after "#" isn\'t part of a base URL. It is ignored.'));
  let path = url.pathname.replace(/(?<!\/)\/+$/, '');
  if (path.includes('//')) {
    problems.push(problem('double-slash', 'warning', 'Double slashes in the path were removed.'));
    path = path.replace(/\/{2,}/g, '/');
  }
  const dropped = ownEnding(path);
  path = path.slice(0, path.length - dropped.length);
  const again = /(?:\/v1(?:beta)?){1,20}$/i.exec(path)?.[0] ?? '';
  if (dropped !== '' && again !== '') {
    problems.push(
      problem('doubled-version', 'warning', `The version (${again}${dropped}) was removed, because routes add it.`),
    );
    path = path.slice(0, path.length - again.length);
  }
  const other = dropped === '' ? /\/v\d{1,9}(?:alpha|beta)?\d{0,9}$/i.exec(path)?.[0] : undefined;
  if (other !== undefined)
    problems.push(
      problem(
        'other-version',
        'warning',
        `The base URL ends in ${other}, but routes add their own version. A chat would go to ${path}/v1/chat/completions.`,
      ),
    );
  problems.push(...hostProblems(url, typed));
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    problems.push(
      problem('insecure', 'warning', "Traffic isn't encrypted (http). Keys and content can be read in transit."),
    );
  return {
    base: url.origin + path,
    origin: url.origin,
    dropped: again && dropped ? again + dropped : dropped,
    problems,
  };
}

/** Never throws: half of a surrogate pair becomes a replacement character. */
const percentEncoded = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Encodes one path parameter for a URL. A native model id keeps its slashes: the gateway's route accepts them. */
function encodeParameter(route: Route, value: string): string {
  return route.family === 'native' ? value.split('/').map(percentEncoded).join('/') : percentEncoded(value);
}

/**
 * Returns why a value cannot be a path parameter, in one sentence, or `null`. Proxies would normalize dot segments
 * away; the gateway cuts a native model id at its first colon. Half of a surrogate pair has no encoding.
 */
export function parameterProblem(route: Route, name: string, value: string): string | null {
  if (value === '') return `The path parameter "${name}" is empty.`;
  if (!value.isWellFormed()) return `The path parameter "${name}" contains half of a character.`;
  if (value.split('/').some((segment) => segment === '' || isDotSegment(segment)))
    return `"${value}" is not valid for the path parameter "${name}".`;
  if (route.family === 'native' && value.includes(':'))
    return `The model ID "${value}" contains a colon. Native routes cut the ID there, so the gateway would receive "${value.slice(0, value.indexOf(':'))}".`;
  return null;
}

/**
 * Returns the full URL of a request to a route. Missing parameters stay in braces. The route's own query pairs come
 * first, then `query` in order; names and values are percent-encoded.
 */
export function joinRoute(
  base: string,
  route: Route,
  params: Readonly<Record<string, string>> = {},
  query: readonly (readonly [name: string, value: string])[] = [],
): string {
  const path = route.path.replace(/\{(\w+)\}/g, (braces, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    return value ? encodeParameter(route, value) : braces;
  });
  const pairs = [...Object.entries(route.query ?? {}), ...query].map(
    ([name, value]) => `${percentEncoded(name)}=${percentEncoded(value)}`,
  );
  return base + path + (pairs.length > 0 ? `?${pairs.join('&')}` : '');
}

/** Like `joinRoute`, for a WebSocket: `wss` for `https`, `ws` for `http`. */
export function websocketAddress(
  base: string,
  route: Route,
  params: Readonly<Record<string, string>> = {},
  query: readonly (readonly [name: string, value: string])[] = [],
): string {
  return joinRoute(base, route, params, query).replace(/^http/, 'ws');
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
  | 'other-version'
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
