import type { Snippet } from '#shared/contract/exchanges.ts';
import { hasSecret, keyVariable, variableFor } from '../secret-places.ts';
import { sentHeaders } from '../sent-headers.ts';
import { maxArgumentCharacters, printingCommands, shellWord, single } from '../shell.ts';
import type { SnippetField, SnippetRequest } from '../snippet-request.ts';

/** From this size on curl asks first whether it may send the body, which not every gateway answers. */
const askedBytes = 1_000_000;

/**
 * A command for `sh` that sends a request byte for byte, with `$PATCHBAY_API_KEY` in place of the key. Files are named as
 * the person knows them and read from the working folder.
 */
export function toCurl(request: SnippetRequest): Snippet {
  const { method, address, headers, body } = request;
  const notes: string[] = [];
  if (hasSecret(address))
    notes.push(
      'The shell puts the key into the address as it is: percent-encode it if it holds more than letters, digits, - . _ ~.',
    );
  const accepted = headers.find(([name]) => name.toLowerCase() === 'accept-encoding')?.[1] ?? 'identity';
  const lines = [
    `curl ${shellWord(address, keyVariable)}`,
    '--globoff --path-as-is --no-buffer',
    // Without a body curl would send GET by itself; with one it would send POST.
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
      notes.push('curl ends the name of a field at its first "=", so a name that holds one arrives shorter.');
  }
  if (body.kind === 'file') lines.push(`--data-binary @${body.name}`);
  if (body.kind !== 'text') return { text: join(lines), notes };
  const isPiped = body.inline.length > 0 || body.text.length > maxArgumentCharacters;
  if (!isPiped) return { text: join([...lines, `--data-raw ${single(body.text)}`]), notes };
  return { text: `${printingCommands(body.text, body.inline)} | ${join([...lines, '--data-binary @-'])}`, notes };
}

const join = (lines: readonly string[]) => lines.join(' \\\n  ');

function formWord(field: SnippetField): string {
  if ('value' in field) return `--form-string ${single(`${field.name}=${field.value}`)}`;
  // Inside curl's own quotes a quote and a backslash are escaped; the name may hold commas and semicolons.
  const quoted = `"${field.file.replace(/["\\]/g, '\\$&')}"`;
  return `--form ${single(`${field.name}=@${quoted};type=${field.type}`)}`;
}
