import type { DraftInput } from '#shared/contract/exchanges.ts';
import { fileToken } from '#shared/protocol/compose/inline-file.ts';
import type { FileRef } from '#shared/protocol/part.ts';

type Body = DraftInput['body'];
type FormField = Extract<Body, { kind: 'form' }>['fields'][number];

/** Returns a file as a data URL in a JSON body. */
export const dataAddress = ({ id, type }: FileRef): string => `data:${type};base64,${fileToken(id)}`;

/** Builds a JSON body, with the bytes of those of the given files whose placeholder is in it. */
export function jsonBody(body: Record<string, unknown>, files: readonly FileRef[] = []): Body {
  const text = JSON.stringify(body, null, 2);
  const inline = files
    .map(({ id }) => ({ token: fileToken(id), fileId: id }))
    .filter(({ token }) => text.includes(token));
  return { kind: 'json', text, inline };
}

/** Returns values as text fields of a form: numbers and objects are written as JSON, as new-api reads them. */
export const textFields = (values: Record<string, unknown>): FormField[] =>
  Object.entries(values).map(([name, value]) => ({
    kind: 'text',
    name,
    value: typeof value === 'string' ? value : JSON.stringify(value),
  }));

export const fileFields = (name: string, files: readonly FileRef[]): FormField[] =>
  files.map(({ id }) => ({ kind: 'file', name, fileId: id }));
