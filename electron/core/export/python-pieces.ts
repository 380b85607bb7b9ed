import { quoted } from './literals.ts';
import { aroundSecrets, hasSecret, keyVariable, variableFor } from './secret-places.ts';
import type { SnippetRequest } from './snippet-request.ts';

/** An expression in which every secret comes from a variable: of a header, or percent-encoded for an address. */
export function pythonSecrets(text: string, header: string | undefined): string {
  const pieces = aroundSecrets(text).map((piece) => (piece === '' ? [] : [quoted(piece)]));
  const variable = header === undefined ? keyVariable : variableFor(header);
  const secret =
    header === undefined
      ? 'quote(key, safe="!\'()*")'
      : variable === keyVariable
        ? 'key'
        : `os.environ[${quoted(variable)}]`;
  const terms = pieces.flatMap((piece, index) => (index === 0 ? piece : [secret, ...piece]));
  return terms.length === 0 ? '""' : terms.join(' + ');
}

const usesKey = ({ address, headers }: SnippetRequest) =>
  hasSecret(address) || headers.some(([name, value]) => hasSecret(value) && variableFor(name) === keyVariable);

/** Whether files stand inside its text. */
const usesBase64 = ({ body }: SnippetRequest) => body.kind === 'text' && body.inline.length > 0;

/** Its import lines, and what reads files for its text. */
export function pythonImports(
  request: SnippetRequest,
  libraries: readonly string[],
  standard: readonly string[],
): string {
  const usesOs = usesKey(request) || request.headers.some(([, value]) => hasSecret(value));
  const own = [...standard, ...(usesOs ? ['os'] : []), ...(usesBase64(request) ? ['base64'] : [])].sort();
  return [
    ...own.map((name) => `import ${name}\n`),
    hasSecret(request.address) ? 'from urllib.parse import quote\n' : '',
    own.length > 0 ? '\n' : '',
    ...libraries.map((name) => (name.startsWith('from ') ? `${name}\n` : `import ${name}\n`)),
    '\n',
    usesBase64(request)
      ? 'def base64_of(name):\n    with open(name, "rb") as file:\n        return base64.b64encode(file.read()).decode()\n\n'
      : '',
  ].join('');
}

export const pythonKeyLine = (request: SnippetRequest) =>
  usesKey(request) ? `key = os.environ[${quoted(keyVariable)}]\n\n` : '';

/** Name, bytes and type of a file in a form. */
export const fileTuple = ({ file, type }: { file: string; type: string }) =>
  `(${quoted(file)}, open(${quoted(file)}, "rb"), ${quoted(type)})`;
