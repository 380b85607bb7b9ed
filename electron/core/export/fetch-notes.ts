import type { SnippetRequest } from './snippet-request.ts';

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
