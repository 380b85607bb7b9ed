import { redactedKey } from '../exchange/redact.ts';

/** A recorded request, redacted. */
export interface CurlRequest {
  method: string;
  address: string;
  headers: readonly (readonly [name: string, value: string])[];
  /** `text` as it was sent; a form by its fields, files by name; a file inside a text by its token. */
  body:
    | { kind: 'none' }
    | { kind: 'text'; text: string; inline: readonly { token: string; name: string }[] }
    | {
        kind: 'form';
        fields: readonly ({ name: string; value: string } | { name: string; file: string; type: string })[];
      };
}

/** The name under which the shell finds the key. */
const keyVariable = 'PATCHBAY_API_KEY';

/** Longer texts do not fit into one argument on every system and go through standard input. */
const maxArgumentCharacters = 30_000;

/** Set by curl itself, from the request. */
const ownHeaders = new Set(['host', 'content-length', 'connection', 'accept-encoding']);

/** Nothing in single quotes means anything to a shell, except the quote itself. */
const single = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** For text around a variable: in double quotes four characters keep their meaning. */
const inDouble = (text: string) => text.replace(/["\\$`]/g, '\\$&');

/** A word in which every redacted secret is a variable that the shell fills in. */
function word(text: string, variable = keyVariable): string {
  const pieces = text.split(redactedKey);
  if (pieces.length === 1) return single(text);
  // Braces only where the text would go on the name.
  const [first = '', ...rest] = pieces;
  const filled = rest.map((piece) => (/^\w/.test(piece) ? `\${${variable}}` : `$${variable}`) + inDouble(piece));
  return `"${inDouble(first)}${filled.join('')}"`;
}

/** Custom headers may hold secrets of their own: each gets a variable named after it. */
const variableFor = (name: string) =>
  /^(authorization|x-vendor-api-key|x-goog-api-key)$/i.test(name)
    ? keyVariable
    : `PATCHBAY_${name.toUpperCase().replace(/[^A-Z0-9]/g, '_')}`;

/**
 * A command for `sh` that sends a recorded request again, byte for byte, with `$PATCHBAY_API_KEY` in place of the key.
 * Files are named as the person knows them and read from the working folder.
 */
export function toCurl({ method, address, headers, body }: CurlRequest): string {
  const accepted = headers.find(([name]) => name.toLowerCase() === 'accept-encoding')?.[1] ?? 'identity';
  const lines = [
    `curl ${word(address)}`,
    '--globoff --path-as-is --no-buffer',
    // Without a body curl would send GET by itself; with one it would send POST.
    `--request ${method}`,
    ...(accepted === 'identity' ? [] : ['--compressed']),
    ...headers.flatMap(([name, value]) => {
      if (ownHeaders.has(name.toLowerCase())) return [];
      // curl writes its own boundary.
      if (body.kind === 'form' && name.toLowerCase() === 'content-type') return [];
      // A header without a value is written with a semicolon.
      return [`--header ${value === '' ? single(`${name};`) : word(`${name}: ${value}`, variableFor(name))}`];
    }),
  ];
  if (body.kind === 'form') lines.push(...body.fields.map(formWord));
  if (body.kind !== 'text') return join(lines);
  const piece = (text: string) => (text === '' ? '' : single(text));
  if (body.inline.length > 0) {
    lines.push('--data-binary @-');
    return `{ ${filedText(body.text, body.inline)}; } | ${join(lines)}`;
  }
  if (body.text.length > maxArgumentCharacters) {
    lines.push('--data-binary @-');
    return `printf %s ${piece(body.text)} | ${join(lines)}`;
  }
  lines.push(`--data-raw ${single(body.text)}`);
  return join(lines);
}

const join = (lines: readonly string[]) => lines.join(' \\\n  ');

/** A text with files in base64 as commands that print it. */
function filedText(text: string, inline: readonly { token: string; name: string }[]): string {
  const commands: string[] = [];
  let rest = text;
  while (rest !== '') {
    const next = inline
      .map((file) => ({ ...file, at: rest.indexOf(file.token) }))
      .filter(({ at }) => at !== -1)
      .sort((first, second) => first.at - second.at)[0];
    const before = next ? rest.slice(0, next.at) : rest;
    if (before !== '') commands.push(`printf %s ${single(before)}`);
    if (!next) break;
    commands.push(`base64 < ${single(next.name)} | tr -d '\\n'`);
    rest = rest.slice(next.at + next.token.length);
  }
  return commands.join('; ');
}

function formWord(field: Extract<CurlRequest['body'], { kind: 'form' }>['fields'][number]): string {
  if ('value' in field) return `--form-string ${single(`${field.name}=${field.value}`)}`;
  // Inside curl's own quotes a quote and a backslash are escaped; the name may hold commas and semicolons.
  const quoted = `"${field.file.replace(/["\\]/g, '\\$&')}"`;
  return `--form ${single(`${field.name}=@${quoted};type=${field.type}`)}`;
}
