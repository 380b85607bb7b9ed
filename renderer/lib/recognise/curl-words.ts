import { shellWords } from './shell-words.ts';

/** One field of a `-F` form. */
export interface CurlField {
  name: string;
  value: string;
  /** The value names a file on disk. */
  isFile: boolean;
}

/** A `curl` command taken apart, nothing interpreted. */
export interface CurlWords {
  /** As given by `-X`; else what the other options make of it. */
  method: string;
  address: string | null;
  headers: [name: string, value: string][];
  /** Pieces of `-d` and its kin, in order. */
  data: string[];
  /** Names of files whose contents would be data. */
  dataFiles: string[];
  fields: CurlField[];
  /** The data are the query of a GET. */
  isQuery: boolean;
  /** Options that change a request in a way that only curl knows. */
  others: string[];
}

/** Options that take a value and only say how curl talks to its own user. */
const quietWithValue = new Set(['-o', '--output', '-w', '--write-out', '-D', '--dump-header', '--stderr', '--trace']);

/** Options that take a value and change how the request travels. */
const otherWithValue = new Set(
  '-m --max-time --connect-timeout -x --proxy -A --user-agent -e --referer -b --cookie -c --cookie-jar -u --user --retry --cacert --cert --key --resolve -T --upload-file -K --config --interface --proxy-user --aws-sigv4 --limit-rate -r --range'.split(
    ' ',
  ),
);

/** Options without a value that change how the request travels. */
const otherFlags = new Set([
  '-k',
  '--insecure',
  '-L',
  '--location',
  '--http1.0',
  '--http1.1',
  '--http2',
  '--http3',
  '-0',
]);

const dataOptions = new Set(['-d', '--data', '--data-ascii', '--data-binary', '--json', '--data-urlencode']);

/** Takes a `curl` command apart, or gives `null` when the text is none. Never throws. */
export function readCurlWords(text: string): CurlWords | null {
  const words = shellWords(text.trim().replace(/^\$\s+/, ''));
  if (!/^curl(\.exe)?$/i.test(words[0] ?? '')) return null;
  const found: CurlWords = {
    method: '',
    address: null,
    headers: [],
    data: [],
    dataFiles: [],
    fields: [],
    isQuery: false,
    others: [],
  };
  let isHead = false;
  for (let at = 1; at < words.length; at += 1) {
    const value = (inline: string | undefined) => inline ?? words[++at] ?? '';
    for (const [option, inline] of options(words[at] as string)) {
      if (option === '-H' || option === '--header') found.headers.push(splitHeader(value(inline)));
      else if (option === '--url') found.address = value(inline);
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
      } else if (otherFlags.has(option)) found.others.push(option);
      else if (!option.startsWith('-')) found.address ??= option;
    }
  }
  const hasBody = found.data.length + found.dataFiles.length + found.fields.length > 0;
  found.method ||= isHead ? 'HEAD' : hasBody && !found.isQuery ? 'POST' : 'GET';
  return found;
}

const takesValue = (option: string) =>
  quietWithValue.has(option) || otherWithValue.has(option) || dataOptions.has(option) || /^-[HXF]$/.test(option);

/** The options in one word: `--header=x`, `-Hx` and `-sSLX` carry several things. A word that is no option is itself. */
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

function addData(found: CurlWords, value: string): void {
  if (value.startsWith('@')) found.dataFiles.push(value.slice(1));
  else found.data.push(value);
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
