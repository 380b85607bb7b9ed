import type { Snippet } from '#shared/contract/exchanges.ts';
import { responseKindOf } from '../answer-kind.ts';
import { hasSecret, keyVariable, variableFor } from '../secret-places.ts';
import { sentHeaders } from '../sent-headers.ts';
import { maxArgumentCharacters, printingCommands, shellWord, single } from '../shell.ts';
import type { SnippetField, SnippetRequest } from '../snippet-request.ts';

/**
 * An item of HTTPie is a name, a sign that tells what it is, and a value. A backslash takes the meaning from a sign; a
 * backslash that is meant as such can not stand right before one.
 */
const signs = /[:;=@]/g;
const isUnwritable = (text: string) => /(?<!\\)(?:\\\\)*\\[:;=@]/.test(text);

/** A command for `sh` that sends a request with HTTPie 3. */
export function toHttpie(request: SnippetRequest): Snippet {
  const { method, address, body } = request;
  const answer = responseKindOf(request);
  const isPiped =
    body.kind === 'file' ||
    (body.kind === 'text' && (body.inline.length > 0 || body.text.length > maxArgumentCharacters));
  const sent = sentHeaders(request);
  const lines = [
    `http ${isPiped ? '' : '--ignore-stdin '}--path-as-is --print=hb${answer.kind === 'lines' ? ' --stream' : ''}` +
      `${answer.kind === 'file' ? ` --output ${answer.name}` : ''}${body.kind === 'form' ? ' --multipart' : ''}`,
    `${method} ${shellWord(address, keyVariable)}`,
    ...sent.map(([name, value]) =>
      // The blank keeps a value from being read together with the colon.
      value === '' ? single(`${name};`) : shellWord(`${name}: ${value}`, variableFor(name)),
    ),
    ...(body.kind === 'form' ? body.fields.map((field) => single(itemOf(field))) : []),
    ...(body.kind === 'text' && !isPiped ? [`--raw ${single(body.text)}`] : []),
    ...(body.kind === 'file' ? [`< ${body.name}`] : []),
  ];
  const command = lines.join(' \\\n  ');
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
    ...(hasSecret(address)
      ? [
          'The shell puts the key into the address as it is: percent-encode it if it holds more than letters, digits, - . _ ~.',
        ]
      : []),
    ...(words.some(isUnwritable)
      ? ['HTTPie drops a backslash that stands right before one of the signs : ; = @.']
      : []),
    // biome-ignore lint/suspicious/noControlCharactersInRegex: everything outside ASCII is meant
    ...(headers.some(([, value]) => /[^\x00-\x7f]/.test(value))
      ? ['HTTPie writes letters outside ASCII in headers as UTF-8 and not as Latin-1.']
      : []),
    ...(files.some((file) => file.includes(';type='))
      ? ['HTTPie takes ";type=" in a file name for the end of the name.']
      : []),
  ];
}
