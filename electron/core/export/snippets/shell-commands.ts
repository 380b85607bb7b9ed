import type { Snippet } from '#shared/contract/exchanges.ts';
import {
  aroundSecrets,
  cutAtTokens,
  hasSecret,
  type InlineFile,
  keyVariable,
  responseKindOf,
  type SnippetBody,
  type SnippetField,
  type SnippetRequest,
  sentHeaders,
  variableFor,
} from '../snippet-request.ts';

/** Inside single quotes a shell interprets nothing, except the quote itself. */
const single = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/**
 * Returns one word for `sh` in which every redacted secret is a variable that the shell expands. Text with a special
 * meaning in double quotes, also in interactive shells, is put in single quotes next to them.
 */
function shellWord(text: string, variable: string): string {
  const [first = '', ...rest] = aroundSecrets(text);
  if (rest.length === 0) return single(text);
  if (/["\\$`!]/.test(text))
    return (first && single(first)) + rest.map((piece) => `"$${variable}"${piece && single(piece)}`).join('');
  // Braces only where the text would continue the name.
  const filled = rest.map((piece) => (/^\w/.test(piece) ? `\${${variable}}` : `$${variable}`) + piece);
  return `"${first}${filled.join('')}"`;
}

const keyNote =
  'The shell inserts the key into the URL unchanged. Percent-encode it if it contains anything but letters, digits, - . _ ~.';

/** Longer texts do not fit into one argument on every system. */
const maxArgumentCharacters = 30_000;

const needsPipe = ({ text, inline }: Pick<Extract<SnippetBody, { kind: 'text' }>, 'text' | 'inline'>): boolean =>
  inline.length > 0 || text.length > maxArgumentCharacters;

/** Returns commands that print a text, with each file in base64 in place of its token; none ends with a line feed. */
function printingCommands(text: string, inline: readonly InlineFile[]): string {
  const commands: string[] = [];
  for (const piece of cutAtTokens(text, inline)) {
    if (typeof piece === 'string') commands.push(`printf %s ${single(piece)}`);
    else commands.push(`base64 < ${single(shellPath(piece.name))} | tr -d '\\n'`);
  }
  return commands.length === 1 ? (commands[0] as string) : `{ ${commands.join('; ')}; }`;
}

/** A name that begins with a hyphen would be an option. */
const shellPath = (name: string) => (name.startsWith('-') ? `./${name}` : name);

/** From this size on curl sends `Expect: 100-continue` first, which not every gateway answers. */
const askedBytes = 1_000_000;

/**
 * Returns a command for `sh` that sends a request byte for byte, with `$PATCHBAY_API_KEY` in place of the key. Files
 * have their user-visible names and are read from the working folder.
 */
export function toCurl(request: SnippetRequest): Snippet {
  const { method, address, headers, body } = request;
  const notes: string[] = [];
  if (hasSecret(address)) notes.push(keyNote);
  const accepted = headers.find(([name]) => name.toLowerCase() === 'accept-encoding')?.[1] ?? 'identity';
  const lines = [
    `curl ${shellWord(address, keyVariable)}`,
    '--globoff --path-as-is --no-buffer',
    // Without a body curl would send GET by default; with one it would send POST.
    `--request ${method}`,
    ...(accepted === 'identity' ? [] : ['--compressed']),
    // A header without a value is written with a semicolon.
    ...sentHeaders(request).map(
      ([name, value]) =>
        `--header ${value === '' ? single(`${name};`) : shellWord(`${name}: ${value}`, variableFor(name))}`,
    ),
  ];
  const isLarge =
    body.kind === 'form'
      ? body.fields.some((field) => 'file' in field)
      : body.kind === 'file' || (body.kind === 'text' && (body.inline.length > 0 || body.text.length >= askedBytes));
  if (isLarge) lines.push("--header 'Expect:'");
  if (body.kind === 'form') {
    lines.push(...body.fields.map(formWord));
    if (body.fields.some(({ name }) => name.includes('=')))
      notes.push('curl ends a field name at its first "=", so a name that contains one arrives shortened.');
  }
  if (body.kind === 'file') lines.push(`--data-binary @${body.name}`);
  if (body.kind !== 'text') return { text: join(lines), notes };
  if (!needsPipe(body)) return { text: join([...lines, `--data-raw ${single(body.text)}`]), notes };
  return { text: `${printingCommands(body.text, body.inline)} | ${join([...lines, '--data-binary @-'])}`, notes };
}

const join = (lines: readonly string[]) => lines.join(' \\\n  ');

function formWord(field: SnippetField): string {
  if ('value' in field) return `--form-string ${single(`${field.name}=${field.value}`)}`;
  // Inside curl's own quotes a quote and a backslash are escaped; the name may contain commas and semicolons.
  const quoted = `"${field.file.replace(/["\\]/g, '\\$&')}"`;
  return `--form ${single(`${field.name}=@${quoted};type=${field.type}`)}`;
}

/**
 * An item of HTTPie is a name, a separator that gives its kind, and a value. A backslash escapes a separator; a literal
 * backslash cannot be right before one.
 */
const signs = /[:;=@]/g;
const isUnwritable = (text: string) => /(?<!\\)(?:\\\\)*\\[:;=@]/.test(text);

/** Returns a command for `sh` that sends a request with HTTPie 3. */
export function toHttpie(request: SnippetRequest): Snippet {
  const { method, address, body } = request;
  const answer = responseKindOf(request);
  const isPiped = body.kind === 'file' || (body.kind === 'text' && needsPipe(body));
  const sent = sentHeaders(request);
  const lines = [
    `http ${isPiped ? '' : '--ignore-stdin '}--path-as-is --print=hb${answer.kind === 'lines' ? ' --stream' : ''}` +
      `${answer.kind === 'file' ? ` --output ${answer.name}` : ''}${body.kind === 'form' ? ' --multipart' : ''}`,
    `${method} ${shellWord(address, keyVariable)}`,
    ...sent.map(([name, value]) =>
      // The space keeps a value from being parsed together with the colon.
      value === '' ? single(`${name};`) : shellWord(`${name}: ${value}`, variableFor(name)),
    ),
    ...(body.kind === 'form' ? body.fields.map((field) => single(itemOf(field))) : []),
    ...(body.kind === 'text' && !isPiped ? [`--raw ${single(body.text)}`] : []),
    ...(body.kind === 'file' ? [`< ${body.name}`] : []),
  ];
  const command = join(lines);
  const text = body.kind === 'text' && isPiped ? `${printingCommands(body.text, body.inline)} | ${command}` : command;
  return { text, notes: notesOf(request, sent) };
}

function itemOf(field: SnippetField): string {
  const name = field.name.replace(signs, '\\$&');
  if ('file' in field) return `${name}@${field.file};type=${field.type}`;
  return `${name}=${field.value.replace(/^[=@]/, '\\$&')}`;
}

function notesOf({ address, body }: SnippetRequest, headers: SnippetRequest['headers']): string[] {
  const words = [
    ...headers.map(([, value]) => value),
    ...(body.kind === 'form'
      ? body.fields.flatMap((field) => [`${field.name}=`, 'value' in field ? field.value : field.file])
      : []),
  ];
  const files = body.kind === 'form' ? body.fields.flatMap((field) => ('file' in field ? field.file : [])) : [];
  return [
    ...(hasSecret(address) ? [keyNote] : []),
    ...(words.some(isUnwritable) ? ['HTTPie drops a backslash directly before one of : ; = @.'] : []),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: everything outside ASCII is meant
    ...(headers.some(([, value]) => /[^\x00-\x7f]/.test(value))
      ? ['HTTPie sends non-ASCII letters in headers as UTF-8, not as Latin-1.']
      : []),
    ...(files.some((file) => file.includes(';type='))
      ? ['HTTPie treats ";type=" in a file name as the end of the name.']
      : []),
  ];
}
