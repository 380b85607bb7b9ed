import type { Snippet } from '#shared/contract/exchanges.ts';
import { responseKindOf } from '../answer-kind.ts';
import { readJsonText } from '../json-text.ts';
import { literal, python, quoted, textExpression } from '../literals.ts';
import { openaiArguments } from '../openai-arguments.ts';
import { type OpenaiCall, openaiCalls } from '../openai-calls.ts';
import { placeOfRoute, type RoutePlace, wholePlace } from '../place-of-route.ts';
import { fileTuple, pythonImports, pythonKeyLine, pythonSecrets } from '../python-pieces.ts';
import { hasSecret } from '../secret-places.ts';
import { sentHeaders } from '../sent-headers.ts';
import type { SnippetBody, SnippetRequest } from '../snippet-request.ts';

/** Written by the library itself, from the request. */
const ownHeaders = new Set(['accept', 'content-type']);

/** The call of a program, and what it does with the answer. */
interface Call {
  text: string;
  imports: string[];
  needsJson: boolean;
  notes: string[];
}

/** A Python program that sends a request with the `openai` library: by the route's own method where it has one. */
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
    `    base_url=${quoted(place.path.startsWith('/v1/') ? `${place.base}/v1` : place.base)},\n`,
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

/** By the library's method, `null` when it has none that makes this request. */
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
    notes: asksBase64 ? ['The request names no encoding_format, and the library then asks for base64.'] : [],
  };
}

/** The library calls no method without what it needs, even if that is what was sent. */
const hasNeeds = ({ needs }: OpenaiCall, given: readonly string[]) =>
  needs.every((name) => given.some((line) => line.startsWith(`${name}=`)));

/** Members over several lines, behind `margin` blanks. */
const dictionary = (members: readonly string[], margin: number) =>
  `{\n${members.map((member) => `${' '.repeat(margin + 4)}${member},\n`).join('')}${' '.repeat(margin)}}`;

function endingOf(call: string, answer: ReturnType<typeof responseKindOf>, routeId: SnippetRequest['routeId']): string {
  if (routeId === 'audio.speech') return `with ${call} as response:\n    response.stream_to_file("speech.audio")\n`;
  if (answer.kind === 'file') return `response = ${call}\nresponse.write_to_file(${quoted(answer.name)})\n`;
  if (answer.kind === 'lines') return `for event in ${call}:\n    print(event, flush=True)\n`;
  return `response = ${call}\nprint(response)\n`;
}

/** By the library's way for routes that it does not know. */
function rawCall(request: SnippetRequest, { path, query }: RoutePlace, headers: string[]): Call {
  const { method, streamed } = request;
  const isLeftOut = method === 'GET' && request.body.kind !== 'none';
  const body: SnippetBody = isLeftOut ? { kind: 'none' } : request.body;
  const shown = path.startsWith('/v1/') ? path.slice(3) : path;
  const json = body.kind === 'text' ? readJsonText(body.text) : null;
  const given = [
    pythonSecrets(shown + query, undefined),
    'cast_to=object',
    ...bodyArguments(body),
    ...optionsArgument(body, headers),
    ...(streamed ? ['stream=True', 'stream_cls=Stream[object]'] : []),
  ];
  const before =
    body.kind === 'file'
      ? `with open(${quoted(body.name)}, encoding="utf-8") as file:\n    body = json.load(file)\n\n`
      : body.kind !== 'text'
        ? ''
        : json
          ? `body = ${literal(json.value, body.inline, python)}\n\n`
          : `body = json.loads(${textExpression(body.text, body.inline, python)})\n\n`;
  const call = `client.${method.toLowerCase()}(\n${given.map((line) => `    ${line},\n`).join('')})`;
  return {
    text: `${before}${endingOf(call, streamed ? { kind: 'lines' } : { kind: 'text' }, 'rerank')}`,
    imports: streamed ? ['Stream'] : [],
    needsJson: body.kind === 'file' || (body.kind === 'text' && json === null),
    notes: [
      `The library has no method that makes this request, so it is sent with client.${method.toLowerCase()}.`,
      ...(isLeftOut ? ['The library can not send a body with GET, so it is left out.'] : []),
    ],
  };
}

function bodyArguments(body: SnippetBody): string[] {
  if (body.kind === 'none') return [];
  if (body.kind !== 'form') return ['body=body'];
  const fields = body.fields.map((field) =>
    'value' in field
      ? `        (${quoted(field.name)}, (None, ${quoted(field.value)})),\n`
      : `        (${quoted(field.name)}, ${fileTuple(field)}),\n`,
  );
  return [`files=[\n${fields.join('')}    ]`];
}

function optionsArgument(body: SnippetBody, headers: readonly string[]): string[] {
  const all = [...(body.kind === 'form' ? ['"Content-Type": "multipart/form-data"'] : []), ...headers];
  return all.length === 0 ? [] : [`options={"headers": ${dictionary(all, 4)}}`];
}
