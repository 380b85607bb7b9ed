import type { RouteId } from '#shared/protocol/route.ts';

/** A field of a form; a file by the name and the type that its part gets. */
export type SnippetField = { name: string; value: string } | { name: string; file: string; type: string };

/** A file whose base64 stands in the place of a token. */
export interface InlineFile {
  token: string;
  name: string;
}

export type SnippetBody =
  | { kind: 'none' }
  /** As it was sent, but for the tokens of files. */
  | { kind: 'text'; text: string; inline: readonly InlineFile[] }
  /** Too long to be written into a program: it reads a file. */
  | { kind: 'file'; name: string; sizeBytes: number }
  | { kind: 'form'; fields: readonly SnippetField[] };

/** A request to be written as a program. Redacted: it never held a secret. */
export interface SnippetRequest {
  method: string;
  address: string;
  headers: readonly (readonly [name: string, value: string])[];
  body: SnippetBody;
  routeId: RouteId;
  /** The answer is asked for as a stream. */
  streamed: boolean;
  /** What no program can do as Patchbay did, in sentences. */
  notes: readonly string[];
}
