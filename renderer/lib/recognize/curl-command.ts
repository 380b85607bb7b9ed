import { namesVersion } from '#shared/protocol/version-query.ts';
import { readAuthHeaders } from './auth-headers.ts';
import { nothingRecognized, type Recognized, secretOf } from './recognized.ts';
import { readShell } from './shell-words.ts';

/** One field of a `-F` form. */
export interface CurlField {
  name: string;
  value: string;
  /** The value names a file on disk. */
  isFile: boolean;
}

/** A parsed `curl` command, nothing interpreted. */
export interface CurlArguments {
  /** As given by `-X`; else what the other options imply. */
  method: string;
  address: string | null;
  headers: [name: string, value: string][];
  /** Values of `-d` and its variants, in order. */
  data: string[];
  /** Names of files whose contents would be data. */
  dataFiles: string[];
  fields: CurlField[];
  /** The data are the query of a GET. */
  isQuery: boolean;
  /** Values of `--url-query`, encoded. */
  query: string[];
  /** Options that change a request in a way that only curl knows, and unknown ones. */
  others: string[];
  /** What the shell would replace outside of headers, and commands in headers. */
  expansions: string[];
  /**
   * What follows the request: another command, a pipe, further addresses. Each shortened, because it may contain a key.
   */
  further: string[];
}

/** Options that take a value and only affect how curl reports to its user. */
const quietWithValue = new Set(['-o', '--output', '-w', '--write-out', '-D', '--dump-header', '--stderr', '--trace']);

/** Options that take a value and change how the request is sent. */
const otherWithValue = new Set(
  '-m --max-time --connect-timeout -x --proxy -A --user-agent -e --referer -b --cookie -c --cookie-jar -u --user --retry --cacert --cert --key --resolve -T --upload-file -K --config --interface --proxy-user --aws-sigv4 --limit-rate -r --range'.split(
    ' ',
  ),
);

const dataOptions = new Set(['-d', '--data', '--data-ascii', '--data-binary', '--json']);

/** Options without a value that only affect how curl reports to its user. */
const quietFlags = new Set(
  '-s --silent -S --show-error -v --verbose -N --no-buffer -i --include -f --fail --fail-with-body -# --progress-bar --no-progress-meter --compressed -g --globoff -O --remote-name -J --remote-header-name --'.split(
    ' ',
  ),
);

/** Parses a `curl` command, or returns `null` when the text is not one. Never throws. */
export function readCurlArguments(text: string): CurlArguments | null {
  const { words, expansions, rest } = readShell(text.trim().replace(/^\$\s+/, ''));
  if (!/^curl(\.exe)?$/i.test(words[0] ?? '')) return null;
  const found: CurlArguments = {
    method: '',
    address: null,
    headers: [],
    data: [],
    dataFiles: [],
    fields: [],
    isQuery: false,
    query: [],
    others: [],
    expansions: [],
    further: [],
  };
  const addresses: string[] = [];
  const headerWords = new Set<number>();
  let isHead = false;
  for (let at = 1; at < words.length; at += 1) {
    const value = (inline: string | undefined) => inline ?? words[++at] ?? '';
    if (words[at] === '--next' || words[at] === '-:' || words[at] === words[0]) {
      found.further.push(words[at] as string);
      break;
    }
    for (const [option, inline] of options(words[at] as string)) {
      if (option === '-H' || option === '--header') {
        found.headers.push(splitHeader(value(inline)));
        headerWords.add(at);
      } else if (option === '--url') addresses.push(value(inline));
      else if (option === '--url-query') found.query.push(urlEncoded(value(inline)).data);
      else if (option === '--data-urlencode') addEncoded(found, value(inline));
      else if (option === '-X' || option === '--request') found.method = value(inline).toUpperCase();
      else if (option === '--data-raw') found.data.push(value(inline));
      else if (dataOptions.has(option)) addData(found, value(inline));
      else if (option === '-F' || option === '--form') found.fields.push(splitField(value(inline)));
      else if (option === '--form-string') found.fields.push({ ...splitField(value(inline)), isFile: false });
      else if (option === '-G' || option === '--get') found.isQuery = true;
      else if (option === '-I' || option === '--head') isHead = true;
      else if (quietWithValue.has(option)) value(inline);
      else if (otherWithValue.has(option)) {
        value(inline);
        found.others.push(option);
      } else if (!option.startsWith('-')) addresses.push(option);
      else if (!quietFlags.has(option)) found.others.push(option);
    }
  }
  // An unknown option may have had a value, which then looks like an address.
  found.address = addresses.find((one) => /^https?:/i.test(one)) ?? addresses[0] ?? null;
  found.further.push(...addresses.filter((one) => one !== found.address).map(withoutSecrets));
  if (rest !== '') found.further.push(/^\S+\s*[^\s=]*/.exec(rest)?.[0] ?? rest);
  found.expansions = expansions
    .filter(({ word, text }) => /^(?:\$\(|`)/.test(text) || !headerWords.has(word))
    .map(({ text }) => (text.length > 40 ? `${text.slice(0, 40)}…` : text));
  const hasBody = found.data.length + found.dataFiles.length + found.fields.length > 0;
  found.method ||= isHead ? 'HEAD' : hasBody && !found.isQuery ? 'POST' : 'GET';
  return found;
}

/** Returns scheme, host and path of an address: the rest may contain a key. */
const withoutSecrets = (address: string): string => address.replace(/[?#].*$/s, '').replace(/\/\/[^/@]*@/, '//');

const takesValue = (option: string) =>
  quietWithValue.has(option) || otherWithValue.has(option) || dataOptions.has(option) || /^-[HXF]$/.test(option);

/**
 * Returns the options in one word: `--header=x`, `-Hx` and `-sSLX` combine several. A word that is not an option is
 * returned as it is.
 */
function options(word: string): [option: string, inline: string | undefined][] {
  const long = /^(--[\w.-]+)=([\s\S]*)$/.exec(word);
  if (long) return [[long[1] as string, long[2]]];
  if (!/^-[^-]/.test(word)) return [[word, undefined]];
  const found: [string, string | undefined][] = [];
  for (let at = 1; at < word.length; at += 1) {
    const option = `-${word[at]}`;
    if (takesValue(option)) {
      const rest = word.slice(at + 1);
      return [...found, [option, rest === '' ? undefined : rest]];
    }
    found.push([option, undefined]);
  }
  return found;
}

function addData(found: CurlArguments, value: string): void {
  if (value.startsWith('@')) found.dataFiles.push(value.slice(1));
  else found.data.push(value);
}

/** `content`, `=content`, `name=content`, `@file` and `name@file`, encoded as curl does; `file` for one on disk. */
function urlEncoded(value: string): { data: string; file: string | null } {
  const [, name = '', sign, content = value] = /^([^=@]*)([=@])([\s\S]*)$/.exec(value) ?? [];
  if (sign === '@') return { data: '', file: content };
  return { data: `${name === '' ? '' : `${name}=`}${encodeURIComponent(content)}`, file: null };
}

function addEncoded(found: CurlArguments, value: string): void {
  const { data, file } = urlEncoded(value);
  if (file === null) found.data.push(data);
  else found.dataFiles.push(file);
}

function splitHeader(text: string): [string, string] {
  const at = text.indexOf(':');
  return at < 0 ? [text, ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

/** `name=value`, `name=@file;type=image/png`, `name=<file`. */
function splitField(text: string): CurlField {
  const at = text.indexOf('=');
  const name = at < 0 ? text : text.slice(0, at);
  const value = at < 0 ? '' : text.slice(at + 1);
  const isFile = /^[@<]/.test(value);
  return { name, value: isFile ? value.slice(1).replace(/;\s*(type|filename)=[^;]*/g, '') : value, isFile };
}

/** Finds a connection in a `curl` command, or returns `null` when the text is not one. */
export function readCurl(text: string): Recognized | null {
  const words = readCurlArguments(text);
  if (!words) return null;
  const { address, headers, data } = words;
  const auth = readAuthHeaders(headers);
  const url = address ? URL.parse(address) : null;
  const queryKey = secretOf(url?.searchParams.get('key'));
  return {
    ...nothingRecognized,
    ...auth,
    ...(auth.secret === null && queryKey ? { secret: queryKey, nativeKeyStyle: 'query' as const } : {}),
    kind: 'curl',
    // Query and fragment belong to that one request, and may contain the key.
    address: url ? `${url.protocol}//${url.host}${url.pathname}${versionQuery(url)}` : address,
    model: modelOf(data.at(-1) ?? '') ?? modelInPath(url?.pathname),
  };
}

/** The part of a query that every request of the gateway needs. */
function versionQuery({ searchParams }: URL): string {
  const kept = new URLSearchParams([...searchParams].filter(([name]) => namesVersion.test(name)));
  return kept.size === 0 ? '' : `?${kept}`;
}

function modelOf(body: string): string | null {
  try {
    const { model } = JSON.parse(body) as { model?: unknown };
    return typeof model === 'string' ? model : null;
  } catch {
    return null;
  }
}

const modelInPath = (path: string | undefined) => /\/models\/([^:/]+):/.exec(path ?? '')?.[1] ?? null;
