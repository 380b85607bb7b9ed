import { Buffer } from 'node:buffer';
import { type Failure, failure } from '#shared/protocol/failure.ts';
import { type FormPart, multipartSegments } from '../../http/multipart.ts';
import { joinSegments, type RequestBody, type Segment } from '../../http/request-body.ts';
import type { FilePort, OpenFile } from '../../ports.ts';
import type { BodyPlan } from '../plan.ts';

/** Opens the files of a planned body. `null` for a request without one; a failure when a file is gone. */
export async function openBody(plan: BodyPlan, files: FilePort): Promise<RequestBody | Failure | null> {
  if (plan.kind === 'none') return null;
  if (plan.kind === 'text') return joinSegments([{ kind: 'bytes', bytes: Buffer.from(plan.text, 'utf8') }]);
  const wanted =
    plan.kind === 'json'
      ? plan.inline.map(({ fileId }) => fileId)
      : plan.fields.flatMap((field) => (field.kind === 'file' ? [field.fileId] : []));
  const opened = new Map<string, OpenFile>();
  for (const id of new Set(wanted)) {
    const file = await files.open(id);
    if (file === null)
      return failure('bad-draft', 'A file of this request is no longer there.', {
        hint: 'Add the file again, then send.',
        param:
          plan.kind === 'form'
            ? (plan.fields.find((field) => 'fileId' in field && field.fileId === id)?.name ?? null)
            : null,
      });
    opened.set(id, file);
  }
  const fileOf = (id: string) => opened.get(id) as OpenFile;
  if (plan.kind === 'json') return joinSegments(jsonSegments(plan.text, plan.inline, fileOf));
  const parts = plan.fields.map(
    (field): FormPart =>
      field.kind === 'file'
        ? { name: field.name, file: fileOf(field.fileId) }
        : { name: field.name, value: field.value },
  );
  return joinSegments(multipartSegments(parts, plan.boundary));
}

/** Cuts a JSON text at its file tokens. */
function jsonSegments(
  text: string,
  inline: readonly { token: string; fileId: string }[],
  fileOf: (id: string) => OpenFile,
): Segment[] {
  const used = inline.filter(({ token }) => token !== '');
  if (used.length === 0) return [{ kind: 'bytes', bytes: Buffer.from(text, 'utf8') }];
  const anyToken = new RegExp(used.map(({ token }) => token.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'), 'g');
  const byToken = new Map(used.map(({ token, fileId }) => [token, fileId]));
  const segments: Segment[] = [];
  let done = 0;
  for (const { 0: token, index } of text.matchAll(anyToken)) {
    segments.push({ kind: 'bytes', bytes: Buffer.from(text.slice(done, index), 'utf8') });
    segments.push({ kind: 'file', file: fileOf(byToken.get(token) as string), encoding: 'base64', recorded: token });
    done = index + token.length;
  }
  segments.push({ kind: 'bytes', bytes: Buffer.from(text.slice(done), 'utf8') });
  return segments;
}
