import { growth } from './growth.ts';

const again = (unit: string) => (size: number) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
const around = (start: string, unit: string, end: string) => (size: number) => `${start}${again(unit)(size)}${end}`;
const nested = (open: string, inner: string, close: string) => (size: number) => {
  const levels = Math.floor(size / (open.length + close.length));
  return open.repeat(levels) + inner + close.repeat(levels);
};
const listed = (entry: (at: number) => string, open: string, close: string) => (size: number) => {
  const entries: string[] = [];
  for (let length = 0; length < size; length += entries.at(-1)?.length ?? 1) entries.push(entry(entries.length));
  return open + entries.join(',') + close;
};

/** Texts of any size that cost a careless expression or loop most, by what they consist of. */
export const sizedTexts: Readonly<Record<string, (size: number) => string>> = {
  'a long word': again('a'),
  'a long word of random letters': (size) => {
    let state = 1;
    return Array.from({ length: size }, () => {
      state = (state * 48_271) % 2_147_483_647;
      return 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_'[state % 64];
    }).join('');
  },
  digits: again('1'),
  'zeros and a digit': around('0.', '0', '1'),
  'groups of digits': again('1,'),
  blanks: around('a', ' ', 'b'),
  tabs: around('a', '\t', 'b'),
  'line ends': around('```', '\n', 'x'),
  'carriage returns': around('a', '\r', 'b'),
  'blank lines': again(' \n'),
  lines: again('a line\n'),
  'a line without an end': around('data: ', 'x', ''),
  backticks: again('`'),
  'fences that never end': again('```\n'),
  brackets: again('['),
  'brackets that open nothing': again('[a]('),
  braces: again('{'),
  'variables that never end': again('{{'),
  'less-than signs': again('<'),
  'tags that never end': again('<title '),
  'an HTML page': around('<html><body>', '<p>x</p>', ''),
  quotes: again('"'),
  'quotes and commas': again('"a,'),
  apostrophes: again("'a "),
  backslashes: again('\\'),
  'escaped quotes': again('\\"'),
  'unicode escapes': again('\\u0041'),
  slashes: around('https://x', '/', 'y'),
  versions: around('https://x', '/v1', 'y'),
  addresses: again('https://a.example/b?c=d '),
  'percent escapes': again('%2E'),
  entities: again('&amp;'),
  'equals signs': again('='),
  colons: again(':'),
  dots: again('.'),
  dashes: again('-'),
  bars: again('|a'),
  commas: again(','),
  semicolons: again(';a='),
  'hash marks': again(' #'),
  'stars and underscores': again('*_'),
  assignments: again('API_KEY=x\n'),
  keys: again('sk-proj-0123456789abcdef '),
  bearers: again('Bearer '),
  'data URLs': again('data:image/png;base64,'),
  'sizes that exceed': again('exceeds '),
  'phrases of limits': again('maximum context length is '),
  'phrases of models': again('model x '),
  'Han characters': again('模型'),
  'marks on letters': around('a', '\u0301', ''),
  'invisible characters': again('a\u200b'),
  'characters that turn text': again('\u202ea'),
  'half characters': again('\ud800'),
  emojis: again('👩‍👩‍👧'),
  'JSON nested in lists': nested('[', '1', ']'),
  'JSON nested in objects': nested('{"a":', '1', '}'),
  'JSON with many members': listed((at) => `"m${at}":"v"`, '{', '}'),
  'JSON with one member again and again': listed(() => '"a":1', '{', '}'),
  'JSON with many numbers': listed(() => '1', '[', ']'),
  'JSON with many objects': listed(() => '{}', '[', ']'),
  'JSON with many texts': listed((at) => `"t${at}"`, '[', ']'),
  'JSON with rows of their own columns': listed((at) => `{"c${at}":"v"}`, '[', ']'),
  'JSON lines': again('{"text":"a"}\n'),
  'a JSON text': around('"', 'a', '"'),
  events: again('data: {"a":1}\n\n'),
  'events without data': again('event: x\n\n'),
  comments: again(':\n'),
  'cURL commands': again("curl https://a.example -H 'a: b'\n"),
  'cURL options': around('curl https://a.example', " -H 'a: b'", ''),
  'form parts': again('--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n'),
  subtitles: again('1\n00:00:01,000 --> 00:00:02,000\na\n\n'),
  'cells of a table': around('a,b\n', '1,2\n', ''),
  'columns of a table': again('a,'),
};

/** Characters of the larger input. What is quadratic takes a second or more for it. */
const large = 64 * 1024;
/** Below this, in ms of CPU, work on the larger input is not suspicious. */
const harmlessMs = 30;
/** Above this, nothing has to be compared. */
const hopelessMs = 1500;

function cpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Plays every text through a reader and returns those for which its work grows faster than their size, or that overflow
 * the stack. Other errors are refusals, which have to be fast as well.
 */
export function superlinear(read: (text: string) => unknown): string[] {
  let fault: Error | null = null;
  const attempt = (text: string) => {
    try {
      read(text);
    } catch (thrown) {
      // A stack that overflows, or a mistake. Others are refusals.
      if (thrown instanceof RangeError || thrown instanceof TypeError) fault = thrown;
    }
  };
  return Object.entries(sizedTexts).flatMap(([name, text]) => {
    fault = null;
    const input = text(large);
    const ms = cpuMs(() => attempt(input));
    if (fault !== null) return [`${name}: ${fault as Error}`];
    // Eight times the input may take three times as long as linear work does, before it is called quadratic.
    const times = ms < harmlessMs ? 1 : ms > hopelessMs ? Number.POSITIVE_INFINITY : growth(large / 8, text, attempt);
    return times < 24
      ? []
      : [
          `${name}: ${Math.round(ms)} ms for ${large} characters, and ${times.toFixed()} times the work for 8 times the size`,
        ];
  });
}
