import type { Snippet } from '#shared/contract/exchanges.ts';
import {
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
import { responseKindOf, type SnippetBody, type SnippetRequest, sentHeaders } from '../snippet-request.ts';

/** Returns a Python program that sends a request with `requests`. */
export function toPythonRequests(request: SnippetRequest): Snippet {
  const { method, address, body } = request;
  const isForm = body.kind === 'form';
  const json = body.kind === 'text' ? exactJson(body) : null;
  const answer = responseKindOf(request);
  const lines = sentHeaders(request).map(
    ([name, value]) => `        ${quoted(name)}: ${headerExpression(name, value)},\n`,
  );
  const text = [
    pythonImports(request, ['requests'], json ? ['json'] : []),
    pythonKeyLine(request),
    json ? `body = ${json.literal}\n\n` : '',
    'response = requests.request(\n',
    `    ${quoted(method)},\n`,
    `    ${pythonSecrets(address, undefined)},\n`,
    lines.length > 0 ? `    headers={\n${lines.join('')}    },\n` : '',
    body.kind === 'none' ? '' : bodyArgument(body, json?.dumps ?? null),
    '    allow_redirects=False,\n',
    answer.kind === 'text' ? '' : '    stream=True,\n',
    '    timeout=600,\n',
    ')\n',
    'print(response.status_code, response.reason)\n',
    ending(answer),
  ].join('');
  const reads = isForm && body.fields.some((field) => 'file' in field);
  return { text, notes: reads ? ['requests reads each file into memory before it sends it.'] : [] };
}

/** Characters outside ASCII are sent as Latin-1, as in the original request. */
function headerExpression(name: string, value: string): string {
  const expression = pythonSecrets(value, name);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything outside ASCII is meant
  return /[^\x00-\x7f]/.test(value) ? `(${expression}).encode("latin-1")` : expression;
}

/** Returns a body as a literal that `json.dumps` serializes exactly as it was sent; `null` when it would not. */
function exactJson({
  text,
  inline,
}: Extract<SnippetBody, { kind: 'text' }>): { literal: string; dumps: string } | null {
  const json = readJsonText(text);
  if (json === null || json.indent === null || !isWrittenAlike(json.value)) return null;
  const form = json.indent === 0 ? 'separators=(",", ":")' : 'indent=2';
  return { literal: literal(json.value, inline, python), dumps: `json.dumps(body, ensure_ascii=False, ${form})` };
}

/** Python and JavaScript write some numbers and empty lists differently, and Python cannot encode a lone surrogate. */
function isWrittenAlike(value: unknown): boolean {
  if (typeof value === 'number') return /^-?\d{1,15}(?:\.\d{1,15})?$/.test(String(value));
  if (typeof value === 'string') return value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, one]) => name.isWellFormed() && isWrittenAlike(one));
}

function bodyArgument(body: Exclude<SnippetBody, { kind: 'none' }>, dumps: string | null): string {
  if (body.kind === 'file') return `    data=open(${quoted(body.name)}, "rb"),\n`;
  if (body.kind === 'text')
    return `    data=${dumps ?? `(${textExpression(body.text, body.inline, python)})`}.encode(),\n`;
  return `    ${formArgument(body.fields)},\n`;
}

function ending(answer: ReturnType<typeof responseKindOf>): string {
  if (answer.kind === 'lines') return 'for line in response.iter_lines():\n    print(line.decode(), flush=True)\n';
  if (answer.kind === 'text') return 'print(response.content.decode(errors="replace"))\n';
  return `with open(${quoted(answer.name)}, "wb") as file:\n    for chunk in response.iter_content(65536):\n        file.write(chunk)\n`;
}
