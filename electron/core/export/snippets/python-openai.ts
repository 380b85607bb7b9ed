import type { Snippet } from '#shared/contract/exchanges.ts';
import { parseJson } from '#shared/protocol/json.ts';
import {
  fileTuple,
  formArgument,
  literal,
  python,
  pythonImports,
  pythonKeyLine,
  pythonSecrets,
  quoted,
  readJsonText,
  textExpression,
} from '../code-pieces.ts';
import { type OpenaiCall, openaiCalls } from '../openai-calls.ts';
import {
  contentTypeOf,
  hasSecret,
  placeOfRoute,
  type RoutePlace,
  responseKindOf,
  type SnippetBody,
  type SnippetField,
  type SnippetRequest,
  sentHeaders,
  wholePlace,
} from '../snippet-request.ts';

/** Set by the library itself. */
const ownHeaders = new Set(['accept', 'content-type']);

/** The call of a program, including what it does with the response. */
interface Call {
  text: string;
  imports: string[];
  needsJson: boolean;
  notes: string[];
}

/**
 * Returns a Python program that sends a request with the `openai` library: by the route's own method where it has one.
 */
export function toPythonOpenai(request: SnippetRequest): Snippet {
  const { headers } = request;
  const place = placeOfRoute(request) ?? wholePlace(request.address);
  const bearer = headers.some(([name, value]) => name.toLowerCase() === 'authorization' && hasSecret(value));
  const own = sentHeaders(request).filter(
    ([name, value]) =>
      !ownHeaders.has(name.toLowerCase()) &&
      !(bearer && name.toLowerCase() === 'authorization') &&
      !(name.toLowerCase() === 'user-agent' && value.startsWith('Patchbay/')),
  );
  const lines = [
    ...(bearer ? [] : ['"Authorization": Omit()']),
    ...own.map(([name, value]) => `${quoted(name)}: ${pythonSecrets(value, name)}`),
  ];
  const { text, imports, needsJson, notes } = methodCall(request, place, lines) ?? rawCall(request, place, lines);
  const names = ['OpenAI', ...(bearer ? [] : ['Omit']), ...imports].sort();
  const program = [
    pythonImports(request, [`from openai import ${names.join(', ')}`], needsJson ? ['json'] : []),
    pythonKeyLine(request),
    'client = OpenAI(\n',
    `    base_url=${quoted(place.base)},\n`,
    `    api_key=${bearer ? 'key' : '"none"'},\n`,
    '    max_retries=0,\n',
    ')\n\n',
    text,
  ].join('');
  return {
    text: program,
    notes: ['The library sends its own Accept, User-Agent and X-Stainless headers, and follows redirects.', ...notes],
  };
}

/** Uses the library's method, `null` when it has none that sends this request. */
function methodCall(request: SnippetRequest, { query, params }: RoutePlace, headers: string[]): Call | null {
  const call = openaiCalls[request.routeId];
  if (!call || query !== '' || (request.method === 'GET' && request.body.kind !== 'none')) return null;
  const given = openaiArguments(request.body, call);
  if (given === null || !hasNeeds(call, given)) return null;
  const listed = [
    ...call.path.map((name) => quoted(params[name] ?? '')),
    ...given,
    ...(headers.length > 0 ? [`extra_headers=${dictionary(headers, 4)}`] : []),
  ];
  const inside = listed.length === 0 ? '' : `\n${listed.map((line) => `    ${line},\n`).join('')}`;
  const text = `client.${call.method}(${inside})`;
  const answer = responseKindOf(request);
  const asksBase64 = request.routeId === 'embeddings' && !given.some((line) => line.startsWith('encoding_format='));
  return {
    text: endingOf(text, answer, request.routeId),
    imports: [],
    needsJson: false,
    notes: asksBase64 ? ["The request doesn't set encoding_format, so the library requests base64."] : [],
  };
}

/** The library refuses a call without its required arguments, even if that is what was sent. */
const hasNeeds = ({ needs }: OpenaiCall, given: readonly string[]) =>
  needs.every((name) => given.some((line) => line.startsWith(`${name}=`)));

/** Returns entries over several lines, indented by `margin` spaces. */
const dictionary = (members: readonly string[], margin: number) =>
  `{\n${members.map((member) => `${' '.repeat(margin + 4)}${member},\n`).join('')}${' '.repeat(margin)}}`;

function endingOf(call: string, answer: ReturnType<typeof responseKindOf>, routeId: SnippetRequest['routeId']): string {
  if (routeId === 'audio.speech') return `with ${call} as response:\n    response.stream_to_file("speech.audio")\n`;
  if (answer.kind === 'file') return `response = ${call}\nresponse.write_to_file(${quoted(answer.name)})\n`;
  if (answer.kind === 'lines') return `for event in ${call}:\n    print(event, flush=True)\n`;
  return `response = ${call}\nprint(response)\n`;
}

/** Uses the library's generic request for routes that it does not support. */
function rawCall(request: SnippetRequest, { path, query }: RoutePlace, headers: string[]): Call {
  const { method, streamed } = request;
  const isLeftOut = method === 'GET' && request.body.kind !== 'none';
  const body: SnippetBody = isLeftOut ? { kind: 'none' } : request.body;
  const json = body.kind === 'text' ? readJsonText(body.text) : null;
  // The library serializes a body as JSON: any other text is content.
  const isContent = body.kind === 'text' && !isJson(body.text);
  const type = isContent ? [`"Content-Type": ${quoted(contentTypeOf(request))}`] : [];
  const given = [
    pythonSecrets(path + query, undefined),
    'cast_to=object',
    ...(isContent ? ['content=body.encode()'] : bodyArguments(body)),
    ...optionsArgument(body, [...type, ...headers]),
    ...(streamed ? ['stream=True', 'stream_cls=Stream[object]'] : []),
  ];
  const before =
    body.kind === 'file'
      ? `with open(${quoted(body.name)}, encoding="utf-8") as file:\n    body = json.load(file)\n\n`
      : body.kind !== 'text'
        ? ''
        : json
          ? `body = ${literal(json.value, body.inline, python)}\n\n`
          : isContent
            ? `body = ${textExpression(body.text, body.inline, python)}\n\n`
            : `body = json.loads(${textExpression(body.text, body.inline, python)})\n\n`;
  const call = `client.${method.toLowerCase()}(\n${given.map((line) => `    ${line},\n`).join('')})`;
  return {
    text: `${before}${endingOf(call, streamed ? { kind: 'lines' } : { kind: 'text' }, 'rerank')}`,
    imports: streamed ? ['Stream'] : [],
    needsJson: body.kind === 'file' || (body.kind === 'text' && json === null && !isContent),
    notes: [
      `The library doesn't have a method for this request, so it is sent with client.${method.toLowerCase()}.`,
      ...(isLeftOut ? ["The library can't send a body with GET, so it is not sent."] : []),
      ...(isContent
        ? ["The body isn't JSON, so it is sent as content, which older versions of the library lack."]
        : []),
    ],
  };
}

const isJson = (text: string): boolean => parseJson(text) !== undefined;

function bodyArguments(body: SnippetBody): string[] {
  if (body.kind === 'none') return [];
  if (body.kind !== 'form') return ['body=body'];
  return [formArgument(body.fields)];
}

function optionsArgument(body: SnippetBody, headers: readonly string[]): string[] {
  const all = [...(body.kind === 'form' ? ['"Content-Type": "multipart/form-data"'] : []), ...headers];
  return all.length === 0 ? [] : [`options={"headers": ${dictionary(all, 4)}}`];
}

/** Rejects names that are not Python identifiers. */
const isName = (name: string) => /^[a-z_]\w*$/.test(name);

/**
 * Returns the arguments of a call as lines of Python, with unsupported ones in `extra_body`. `null` when the call could
 * not send the body.
 */
function openaiArguments(body: SnippetBody, call: OpenaiCall): string[] | null {
  if (body.kind === 'none') return [];
  if (body.kind === 'file') return null;
  return body.kind === 'text' ? fromJson(body, call) : fromForm(body.fields, call);
}

function fromJson({ text, inline }: Extract<SnippetBody, { kind: 'text' }>, call: OpenaiCall): string[] | null {
  const value = readJsonText(text)?.value;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || call.files) return null;
  const known: string[] = [];
  const extra: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(value)) {
    // The library accepts only true for `stream`; false is its default and is not sent.
    const isKnown = call.takes.has(name) && isName(name) && !(name === 'stream' && one !== true);
    if (isKnown) known.push(`${name}=${literal(one, inline, python, 4)}`);
    else extra[name] = one;
  }
  if (Object.keys(extra).length > 0) known.push(`extra_body=${literal(extra, inline, python, 4)}`);
  return known;
}

function fromForm(fields: readonly SnippetField[], call: OpenaiCall): string[] | null {
  const byName = Map.groupBy(fields, ({ name }) => name);
  const known: string[] = [];
  const extra: Record<string, unknown> = {};
  for (const [name, group] of byName) {
    const isList = name.endsWith('[]');
    const plain = isList ? name.slice(0, -2) : name;
    const isKnown = call.takes.has(plain) && (!isList || call.lists?.has(plain) === true);
    if (group.length > 1 && !isList) return null;
    if (isKnown) {
      const values = group.map((field) => spelledValue(field, name));
      if (group.some((field) => 'file' in field !== (call.files?.has(plain) === true))) return null;
      known.push(`${plain}=${isList ? `[${values.join(', ')}]` : values[0]}`);
    } else {
      const [field] = group;
      if (isList || !field || !('value' in field)) return null;
      extra[name] = field.value;
    }
  }
  if (Object.keys(extra).length > 0) known.push(`extra_body=${literal(extra, [], python, 4)}`);
  return known;
}

function spelledValue(field: SnippetField, name: string): string {
  if ('file' in field) return fileTuple(field);
  return name === 'stream' && field.value === 'true' ? 'True' : quoted(field.value);
}
