import type { Snippet, SnippetLanguage } from '#shared/contract/exchanges.ts';
import { formatSize } from '#shared/format.ts';
import { hasSecret, isKeyHeader, type SnippetRequest, variableFor } from './snippet-request.ts';
import { toFetch } from './snippets/fetch.ts';
import { toNodeOpenai } from './snippets/node-openai.ts';
import { toPythonOpenai } from './snippets/python-openai.ts';
import { toPythonRequests } from './snippets/python-requests.ts';
import { toCurl, toHttpie } from './snippets/shell-commands.ts';

const writers: Readonly<Record<SnippetLanguage, (request: SnippetRequest) => Snippet>> = {
  curl: toCurl,
  fetch: toFetch,
  'python-requests': toPythonRequests,
  'node-openai': toNodeOpenai,
  'python-openai': toPythonOpenai,
  httpie: toHttpie,
};

/**
 * Returns a program that sends a request again: the same method, address, headers and body, the key read from the
 * environment. Headers of the connection itself (`Host`, `Connection`, `Accept-Encoding`, `Content-Length`) are left to
 * the program's own library. Other differences are listed in the notes.
 */
export function toSnippet(language: SnippetLanguage, request: SnippetRequest): Snippet {
  const { text, notes } = writers[language](request);
  return { text, notes: [...notes, ...secretNotes(request), ...fileNotes(request), ...request.notes] };
}

function secretNotes({ headers, body }: SnippetRequest): string[] {
  const own = headers.filter(([name, value]) => hasSecret(value) && !isKeyHeader(name));
  const texts = body.kind === 'text' ? [body.text] : body.kind === 'form' ? body.fields.map(textOf) : [];
  return [
    ...own.map(([name]) => `The header ${name} contained a secret. Set ${variableFor(name)} to its value.`),
    ...(texts.some(hasSecret) ? ['The body contained a secret, which is replaced by "[redacted key]".'] : []),
  ];
}

const textOf = (field: { value: string } | { file: string }) => ('value' in field ? field.value : field.file);

function fileNotes({ body }: SnippetRequest): string[] {
  if (body.kind === 'none') return [];
  if (body.kind === 'file') {
    return [
      `The body (${formatSize(body.sizeBytes)}) isn't part of the code. Save it as ${body.name} in the working directory.`,
    ];
  }
  const names =
    body.kind === 'text'
      ? body.inline.map(({ name }) => name)
      : body.fields.flatMap((field) => ('file' in field ? field.file : []));
  return [...new Set(names)].map((name) => `The code reads ${JSON.stringify(name)} from the working directory.`);
}
