import type { SnippetRequest } from './snippet-request.ts';

/** What belongs to a connection: every library writes it itself. */
const ofTheConnection = new Set(['host', 'content-length', 'connection', 'accept-encoding']);

/**
 * The headers that a program names itself, without the blanks around their values, which no recipient sees. The type of a
 * form is left to the library, which makes a boundary of its own.
 */
export const sentHeaders = ({ headers, body }: SnippetRequest): [name: string, value: string][] =>
  headers
    .filter(([name]) => {
      const lower = name.toLowerCase();
      return !ofTheConnection.has(lower) && !(body.kind === 'form' && lower === 'content-type');
    })
    .map(([name, value]) => [name, value.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, '')]);
