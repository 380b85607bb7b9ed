import { orNull } from '../or-null.ts';
import {
  aroundSecrets,
  cutAtTokens,
  hasSecret,
  type InlineFile,
  keyVariable,
  type SnippetBody,
  type SnippetField,
  type SnippetRequest,
  variableFor,
} from './snippet-request.ts';

/** Longer texts are written as strings: nobody would read them as a structure. */
const readableCharacters = 100_000;

/** A JSON text that a program can build from its values instead of including it. */
interface JsonValue {
  value: unknown;
  /** Indentation with which serializing the value gives exactly the text; `null` when none does. */
  indent: 0 | 2 | null;
}

/**
 * Parses a JSON text that its values represent completely. `null` for others: numbers that lose digits, names that
 * occur twice or have a special meaning in a language, deep or long texts, and what is not JSON at all.
 */
export function readJsonText(text: string): JsonValue | null {
  if (text.length > readableCharacters || text.includes('__proto__')) return null;
  const value = orNull((): unknown => JSON.parse(text));
  if (typeof value !== 'object' || value === null || depthOf(value) > 50) return null;
  const compact = JSON.stringify(value);
  if (compact === text) return { value, indent: 0 };
  if (JSON.stringify(value, null, 2) === text) return { value, indent: 2 };
  return withoutBlanks(text) === compact ? { value, indent: null } : null;
}

const withoutBlanks = (text: string) =>
  text.replace(/("(?:[^"\\]|\\.)*\\?(?:"|$))|\s+/gs, (_, word: string | undefined) => word ?? '');

function depthOf(value: unknown): number {
  let depth = 0;
  for (let level: unknown[] = [value]; level.length > 0 && depth <= 50; depth += 1)
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  return depth;
}

/** How a language writes the values of a snippet. Strings are written as in JSON, which both languages accept. */
interface Spelling {
  words: Readonly<Record<'true' | 'false' | 'null', string>>;
  /** Returns an expression for the base64 of a file. */
  base64: (file: string) => string;
}

export const javaScript: Spelling = {
  words: { true: 'true', false: 'false', null: 'null' },
  base64: (file) => `(await base64(${quoted(file)}))`,
};

export const python: Spelling = {
  words: { true: 'True', false: 'False', null: 'None' },
  base64: (file) => `base64_of(${quoted(file)})`,
};

/** Returns a string literal that JavaScript and Python read alike. */
export const quoted = (text: string) => JSON.stringify(text.toWellFormed());

/** Returns a text as an expression, with the base64 of files in place of their tokens. */
export function textExpression(text: string, inline: readonly InlineFile[], { base64 }: Spelling): string {
  const pieces = cutAtTokens(text, inline).map((piece) =>
    typeof piece === 'string' ? quoted(piece) : base64(piece.name),
  );
  return pieces.length === 0 ? '""' : pieces.join(' + ');
}

/** Returns a JSON value as a literal over several lines, each after the first indented by `margin` spaces. */
export function literal(value: unknown, inline: readonly InlineFile[], spelling: Spelling, margin = 0): string {
  if (typeof value === 'string') return textExpression(value, inline, spelling);
  if (value === null || typeof value === 'boolean') return spelling.words[`${value}`];
  if (typeof value !== 'object') return String(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? '[]' : '{}';
  const inner = margin + indentOf(spelling);
  const items = Object.entries(value).map(([name, one]) => {
    const written = literal(one, inline, spelling, inner);
    return `${' '.repeat(inner)}${isList ? '' : `${quoted(name)}: `}${written},\n`;
  });
  return items.length === 0 ? `${open}${close}` : `${open}\n${items.join('')}${' '.repeat(margin)}${close}`;
}

const indentOf = (spelling: Spelling) => (spelling === python ? 4 : 2);

/** Returns a string, or a template in which every secret is read from a variable. */
export function withSecrets(text: string, variable: string): string {
  if (!hasSecret(text)) return quoted(text);
  const plain = aroundSecrets(text).map((piece) =>
    quoted(piece)
      .slice(1, -1)
      .replaceAll('\\"', '"')
      .replace(/[`]|\$\{/g, '\\$&'),
  );
  return `\`${plain.join(`\${${variable}}`)}\``;
}

/** Returns a property of a JavaScript headers object, with secrets read from a variable. */
export function headerLine([name, value]: readonly [name: string, value: string]): string {
  const variable = variableFor(name);
  const secret = variable === keyVariable ? 'key' : `process.env.${variable}`;
  return `    ${name === '__proto__' ? '["__proto__"]' : quoted(name)}: ${withSecrets(value, secret)},\n`;
}

/** Returns the helper that reads files for the text of a body; empty when it has none. */
export const base64Line = (body: SnippetBody): string =>
  body.kind === 'text' && body.inline.length > 0
    ? 'const base64 = async (name) => (await readFile(name)).toString("base64");\n\n'
    : '';

/** Returns the code of a `FormData` named `form`, with files read by Node. */
export function formLines({ fields }: Extract<SnippetBody, { kind: 'form' }>): string {
  const lines = fields.map((field) =>
    'value' in field
      ? `form.append(${quoted(field.name)}, ${quoted(field.value)});\n`
      : `form.append(${quoted(field.name)}, await openAsBlob(${quoted(field.file)}, { type: ${quoted(field.type)} }), ${quoted(field.file)});\n`,
  );
  return `const form = new FormData();\n${lines.join('')}\n`;
}

/**
 * Returns an expression in which every secret comes from a variable: of a header, or percent-encoded for an address.
 */
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

/** Tells whether the key is anywhere in its address or headers. */
export const usesKey = ({ address, headers }: SnippetRequest) =>
  hasSecret(address) || headers.some(([name, value]) => hasSecret(value) && variableFor(name) === keyVariable);

/** Tells whether files are inlined in its text. */
const usesBase64 = ({ body }: SnippetRequest) => body.kind === 'text' && body.inline.length > 0;

/** Returns the import lines, and the helper that reads files for its text. */
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

/** Returns the argument with the fields of a form, as both libraries of Python take it. */
export const formArgument = (fields: readonly SnippetField[]): string => {
  const tuple = (field: SnippetField) => ('value' in field ? `(None, ${quoted(field.value)})` : fileTuple(field));
  const lines = fields.map((field) => `        (${quoted(field.name)}, ${tuple(field)}),\n`);
  return `files=[\n${lines.join('')}    ]`;
};

/** Returns name, bytes and type of a file in a form. */
export const fileTuple = ({ file, type }: { file: string; type: string }) =>
  `(${quoted(file)}, open(${quoted(file)}, "rb"), ${quoted(type)})`;

/**
 * Returns how a program that uses `fetch` writes a request differently: itself, or through a library.
 *
 * @param what writes the request, as the start of a sentence.
 */
export function fetchNotes({ body, address }: Pick<SnippetRequest, 'body' | 'address'>, what: string): string[] {
  const hasBreaks =
    body.kind === 'form' && body.fields.some((field) => 'value' in field && /(?<!\r)\n|\r(?!\n)/.test(field.value));
  return [
    ...(address.replace(/^[^?]*/, '').includes("'") ? [`${what} writes an apostrophe in the query as %27.`] : []),
    ...(hasBreaks ? ['FormData writes each line break inside a field as CRLF.'] : []),
  ];
}
