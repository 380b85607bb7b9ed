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
import {
  hasSecret,
  keyVariable,
  responseKindOf,
  type SnippetBody,
  type SnippetRequest,
  sentHeaders,
} from '../snippet-request.ts';

/** Returns a program for Node and, except for files, for browsers, that sends a request with `fetch`. */
export function toFetch(request: SnippetRequest): Snippet {
  const { method, address, body } = request;
  const isForm = body.kind === 'form';
  const isRefused = method === 'GET' && body.kind !== 'none';
  const lines = sentHeaders(request).map(headerLine);
  const answer = answerOf(request);
  const imports = [...fileImports(body), ...answer.imports];
  const text = [
    ...imports.map((line) => `${line}\n`),
    imports.length > 0 ? '\n' : '',
    usesKey(request) ? `const key = process.env.${keyVariable};\n\n` : '',
    base64Line(body),
    isForm ? formLines(body) : '',
    `const response = await fetch(${withSecrets(address, 'encodeURIComponent(key)')}, {\n`,
    `  method: ${quoted(method)},\n`,
    '  redirect: "error",\n',
    lines.length > 0 ? `  headers: {\n${lines.join('')}  },\n` : '',
    isRefused || body.kind === 'none' ? '' : `  body: ${isForm ? 'form' : bodyExpression(body)},\n`,
    '});\n',
    'console.log(response.status, response.statusText);\n',
    answer.text,
  ].join('');
  return { text, notes: notesOf(request, isRefused) };
}

function notesOf(request: SnippetRequest, isRefused: boolean): string[] {
  const { body, headers, address } = request;
  const hasFiles = fileImports(body).length > 0;
  const usesSecret = hasSecret(address) || headers.some(([, value]) => hasSecret(value));
  return [
    ...fetchNotes(request, 'fetch'),
    ...(isRefused ? ['fetch cannot send a body with GET, so it is not sent.'] : []),
    ...(hasFiles
      ? [
          body.kind === 'form'
            ? 'Files are read with fs.openAsBlob, which needs Node 19.8 or later. In a browser, append a File from an input instead.'
            : 'Files are read by Node. In a browser, read them from an input instead.',
        ]
      : []),
    ...(usesSecret
      ? ['process.env is specific to Node. In a browser, use the key itself, but never in a published page.']
      : []),
  ];
}

function fileImports(body: SnippetBody): string[] {
  if (body.kind === 'file' || (body.kind === 'text' && body.inline.length > 0))
    return ['import { readFile } from "node:fs/promises";'];
  return body.kind === 'form' && body.fields.some((field) => 'file' in field)
    ? ['import { openAsBlob } from "node:fs";']
    : [];
}

function bodyExpression(body: Extract<SnippetBody, { kind: 'text' | 'file' }>): string {
  if (body.kind === 'file') return `await readFile(${quoted(body.name)})`;
  const { text, inline } = body;
  const json = readJsonText(text);
  if (json === null || json.indent === null) return textExpression(text, inline, javaScript);
  return `JSON.stringify(${literal(json.value, inline, javaScript, 2)}${json.indent === 0 ? '' : ', null, 2'})`;
}

const lineLoop = `const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
let rest = "";
for (;;) {
  const { done, value } = await reader.read();
  if (done) break;
  const lines = (rest + value).split("\\n");
  rest = lines.pop();
  for (const line of lines) console.log(line);
}
if (rest) console.log(rest);
`;

function answerOf(request: SnippetRequest): { imports: string[]; text: string } {
  const answer = responseKindOf(request);
  if (answer.kind === 'lines') return { imports: [], text: lineLoop };
  if (answer.kind === 'text') return { imports: [], text: 'console.log(await response.text());\n' };
  return {
    imports: ['import { writeFile } from "node:fs/promises";'],
    text: `await writeFile(${quoted(answer.name)}, Buffer.from(await response.arrayBuffer()));\n`,
  };
}
