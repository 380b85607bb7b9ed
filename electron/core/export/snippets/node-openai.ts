import type { Snippet } from '#shared/contract/exchanges.ts';
import {
  base64Line,
  fetchNotes,
  formLines,
  headerLine,
  javaScript,
  literal,
  quoted,
  readJsonText,
  textExpression,
  usesKey,
  withSecrets,
} from '../code-pieces.ts';
import { openaiCalls } from '../openai-calls.ts';
import {
  contentTypeOf,
  hasSecret,
  keyVariable,
  placeOfRoute,
  type RoutePlace,
  responseKindOf,
  type SnippetBody,
  type SnippetRequest,
  sentHeaders,
  wholePlace,
} from '../snippet-request.ts';

/** Set by the library itself. */
const ownHeaders = new Set(['accept', 'content-type', 'content-length']);

/** Names of methods that differ from those of the Python library. */
const methodNames: Readonly<Record<string, string>> = {
  'audio.speech.with_streaming_response.create': 'audio.speech.create',
  'videos.download_content': 'videos.downloadContent',
};

/**
 * Returns a program for Node that sends a request with the official `openai` library: by the route's own method where
 * it has one.
 */
export function toNodeOpenai(request: SnippetRequest): Snippet {
  const { headers, body } = request;
  const place = placeOfRoute(request) ?? wholePlace(request.address);
  const isBearer = headers.some(([name, value]) => name.toLowerCase() === 'authorization' && hasSecret(value));
  const { text, imports, notes } = methodCall(request, place) ?? rawCall(request, place);
  const program = [
    `import OpenAI${imports.has('toFile') ? ', { toFile }' : ''} from "openai";\n`,
    ...[...nodeImports].flatMap(([name, from]) => (imports.has(name) ? `import { ${name} } from "${from}";\n` : [])),
    isBearer || usesKey(request) ? `\nconst key = process.env.${keyVariable};\n` : '',
    '\nconst client = new OpenAI({\n',
    `  baseURL: ${quoted(place.base)},\n`,
    `  apiKey: ${isBearer ? 'key' : '"none"'},\n`,
    '  maxRetries: 0,\n',
    headerLines(request, isBearer),
    '});\n\n',
    base64Line(body),
    text,
  ].join('');
  return {
    text: program,
    notes: [
      'The library sends its own Accept, User-Agent and X-Stainless headers, and follows redirects.',
      ...notes,
      ...fetchNotes(request, 'The library'),
    ],
  };
}

const nodeImports = new Map([
  ['openAsBlob', 'node:fs'],
  ['readFile', 'node:fs/promises'],
  ['writeFile', 'node:fs/promises'],
]);

interface Call {
  text: string;
  imports: Set<string>;
  notes: string[];
}

function headerLines(request: SnippetRequest, isBearer: boolean): string {
  const own = sentHeaders(request)
    .filter(([name]) => !ownHeaders.has(name.toLowerCase()))
    .filter(([name, value]) => !(isBearer && name.toLowerCase() === 'authorization' && hasSecret(value)))
    .filter(([name, value]) => !(name.toLowerCase() === 'user-agent' && value.startsWith('Patchbay/')))
    .map(headerLine);
  // The library omits a header that is null.
  const lines = [...(isBearer ? [] : ['    Authorization: null,\n']), ...own];
  return lines.length === 0 ? '' : `  defaultHeaders: {\n${lines.join('')}  },\n`;
}

/** Uses the library's method; `null` when it has none that sends this request. */
function methodCall(request: SnippetRequest, { query, params }: RoutePlace): Call | null {
  const call = openaiCalls[request.routeId];
  const { body } = request;
  if (!call || query !== '' || (request.method === 'GET' && body.kind !== 'none')) return null;
  const given = body.kind === 'form' ? formArguments(body, call.files) : jsonArguments(body);
  if (given === null || (call.files !== undefined && body.kind !== 'form')) return null;
  if (!call.needs.every((name) => given.names.has(name))) return null;
  const listed = [...call.path.map((name) => quoted(params[name] ?? '')), ...(given.text === '' ? [] : [given.text])];
  const asksBase64 = request.routeId === 'embeddings' && !given.names.has('encoding_format');
  return {
    ...endingOf(`client.${methodNames[call.method] ?? call.method}(${listed.join(', ')})`, request, given.imports),
    notes: asksBase64 ? ["The request doesn't set encoding_format, so the library requests base64."] : [],
  };
}

interface Arguments {
  text: string;
  names: ReadonlySet<string>;
  imports: string[];
}

function jsonArguments(body: SnippetBody): Arguments | null {
  if (body.kind === 'none') return { text: '', names: new Set(), imports: [] };
  const value = body.kind === 'text' ? readJsonText(body.text)?.value : null;
  if (body.kind !== 'text' || typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return {
    text: literal(value, body.inline, javaScript),
    names: new Set(Object.keys(value)),
    imports: body.inline.length > 0 ? ['readFile'] : [],
  };
}

/**
 * Returns the fields of a form as an object; a name with `[]` is a list. `null` when the library would name them
 * differently.
 */
function formArguments(
  { fields }: Extract<SnippetBody, { kind: 'form' }>,
  files: ReadonlySet<string> = new Set(),
): Arguments | null {
  const lines: string[] = [];
  for (const [name, group] of Map.groupBy(fields, (field) => field.name)) {
    const isList = name.endsWith('[]');
    const plain = isList ? name.slice(0, -2) : name;
    if ((group.length > 1 && !isList) || name === '__proto__') return null;
    if (group.some((field) => 'file' in field !== files.has(plain))) return null;
    const values = group.map((field) =>
      'value' in field
        ? field.name === 'stream' && field.value === 'true'
          ? 'true'
          : quoted(field.value)
        : `await toFile(await readFile(${quoted(field.file)}), ${quoted(field.file)}, { type: ${quoted(field.type)} })`,
    );
    lines.push(`  ${quoted(plain)}: ${isList ? `[${values.join(', ')}]` : values[0]},\n`);
  }
  const names = new Set(fields.map(({ name }) => name.replace(/\[\]$/, '')));
  return { text: `{\n${lines.join('')}}`, names, imports: ['toFile', 'readFile'] };
}

/** Returns the code that handles the response of a call. */
function endingOf(call: string, request: SnippetRequest, imports: readonly string[]): Omit<Call, 'notes'> {
  const answer = responseKindOf(request);
  const ending = (text: string, ...more: string[]) => ({ text, imports: new Set([...imports, ...more]) });
  if (request.routeId === 'models')
    return ending(`for await (const model of ${call}) console.log(JSON.stringify(model));\n`);
  if (answer.kind === 'lines')
    return ending(`for await (const event of await ${call}) console.log(JSON.stringify(event));\n`);
  if (answer.kind === 'text') return ending(`console.log(JSON.stringify(await ${call}, null, 2));\n`);
  const bytes = 'Buffer.from(await response.arrayBuffer())';
  return ending(`const response = await ${call};\nawait writeFile(${quoted(answer.name)}, ${bytes});\n`, 'writeFile');
}

/** Uses the library's generic request for routes that it does not support. */
function rawCall(request: SnippetRequest, { path, query }: RoutePlace): Call {
  const { method, streamed } = request;
  const isLeftOut = method === 'GET' && request.body.kind !== 'none';
  const body: SnippetBody = isLeftOut ? { kind: 'none' } : request.body;
  const answer = responseKindOf(request);
  const options = [
    ...bodyOption(body, contentTypeOf(request)),
    ...(streamed ? ['stream: true'] : []),
    ...(answer.kind === 'file' ? ['__binaryResponse: true'] : []),
  ];
  const shown = withSecrets(path + query, 'encodeURIComponent(key)');
  const given = options.length === 0 ? '' : `, {\n${options.map((line) => `  ${line},\n`).join('')}}`;
  const call = `client.${method.toLowerCase()}(${shown}${given})`;
  const imports = [
    ...(body.kind === 'form' && body.fields.some((field) => 'file' in field) ? ['openAsBlob'] : []),
    ...(body.kind === 'file' || (body.kind === 'text' && body.inline.length > 0) ? ['readFile'] : []),
  ];
  const ending = endingOf(
    call,
    { ...request, routeId: request.routeId === 'models' ? 'rerank' : request.routeId },
    imports,
  );
  return {
    text: `${body.kind === 'form' ? formLines(body) : ''}${ending.text}`,
    imports: ending.imports,
    notes: [
      `The library doesn't have a method for this request, so it is sent with client.${method.toLowerCase()}.`,
      ...(repeatsName(query)
        ? ['Of several query parameters with the same name, the library sends only the last.']
        : []),
      ...(isLeftOut ? ["The library can't send a body with GET, so it is not sent."] : []),
    ],
  };
}

/** Tells whether a query (with `?`, or empty) repeats a name. */
function repeatsName(query: string): boolean {
  const names = [...new URLSearchParams(query).keys()];
  return new Set(names).size < names.length;
}

function bodyOption(body: SnippetBody, contentType: string): string[] {
  if (body.kind === 'none') return [];
  if (body.kind === 'form') return ['body: form'];
  const asText = `headers: { "Content-Type": ${quoted(contentType)} }`;
  if (body.kind === 'file') return [`body: await readFile(${quoted(body.name)}, "utf8")`, asText];
  const json = readJsonText(body.text);
  return json
    ? [`body: ${literal(json.value, body.inline, javaScript, 2)}`]
    : [`body: ${textExpression(body.text, body.inline, javaScript)}`, asText];
}
