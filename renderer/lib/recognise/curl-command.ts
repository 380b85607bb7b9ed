import { readAuthHeaders } from './auth-headers.ts';
import { nothingRecognised, type Recognised, secretOf } from './recognised.ts';
import { shellWords } from './shell-words.ts';

/** Options of curl that take a value which says nothing about the connection. */
const withValue = new Set(
  '-X --request -o --output -m --max-time --connect-timeout -x --proxy -A --user-agent -e --referer -b --cookie -c -u --user -w --write-out --retry -F --form --cacert --resolve -T --upload-file -K --config'.split(
    ' ',
  ),
);

const bodyOptions = new Set('-d --data --data-raw --data-binary --data-ascii --json'.split(' '));

/** Takes a `curl` command apart, or gives `null` when the text is none. */
export function readCurl(text: string): Recognised | null {
  const words = shellWords(text.trim().replace(/^\$\s+/, ''));
  if (!/^curl(\.exe)?$/i.test(words[0] ?? '')) return null;
  let address: string | null = null;
  let body = '';
  const headers: [string, string][] = [];
  for (let at = 1; at < words.length; at += 1) {
    const [option, inline] = splitOption(words[at] as string);
    const value = () => inline ?? words[++at] ?? '';
    if (option === '-H' || option === '--header') headers.push(splitHeader(value()));
    else if (option === '--url') address = value();
    else if (bodyOptions.has(option)) body = value();
    else if (withValue.has(option)) value();
    else if (!option.startsWith('-')) address ??= option;
  }
  const auth = readAuthHeaders(headers);
  const url = address ? URL.parse(address) : null;
  const queryKey = secretOf(url?.searchParams.get('key'));
  return {
    ...nothingRecognised,
    ...auth,
    ...(auth.secret === null && queryKey ? { secret: queryKey, nativeKeyStyle: 'query' as const } : {}),
    kind: 'curl',
    // Query and fragment belong to that one request, and may hold the key.
    address: url ? `${url.protocol}//${url.host}${url.pathname}` : address,
    model: modelOf(body) ?? modelInPath(url?.pathname),
  };
}

/** `--header=x` and `-Hx` carry their value with them. */
function splitOption(word: string): [option: string, value: string | undefined] {
  const long = /^(--[\w-]+)=([\s\S]*)$/.exec(word);
  if (long) return [long[1] as string, long[2]];
  const short = /^(-[HdX])([\s\S]+)$/.exec(word);
  return short ? [short[1] as string, short[2]] : [word, undefined];
}

function splitHeader(text: string): [string, string] {
  const at = text.indexOf(':');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function modelOf(body: string): string | null {
  try {
    const { model } = JSON.parse(body) as { model?: unknown };
    return typeof model === 'string' ? model : null;
  } catch {
    return null;
  }
}

const modelInPath = (path: string | undefined) => /\/v1beta\/models\/([^:/]+):/.exec(path ?? '')?.[1] ?? null;
