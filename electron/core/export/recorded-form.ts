/** One field of a form as a record holds it. */
export type RecordedField =
  | { kind: 'text'; name: string; value: string }
  /** Its bytes are not kept. */
  | { kind: 'file'; name: string; file: string; type: string; sizeBytes: number };

/** What the escapes in the head of a part stand for. */
const unescaped = (text: string) => text.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n');

const disposition = /^Content-Disposition: form-data; name="([^"]*)"(?:; filename="([^"]*)")?$/m;

/**
 * Takes the recorded body of a form apart: the record names files and says how large they were, where the request had
 * their bytes. `null` when it is no such body.
 *
 * @param mediaType of the request, with the boundary.
 */
export function readRecordedForm(text: string, mediaType: string | null): RecordedField[] | null {
  const boundary = /^multipart\/form-data;.*\bboundary=([^\s;]+)/i.exec(mediaType ?? '')?.[1];
  if (boundary === undefined) return null;
  const fields: RecordedField[] = [];
  // The first piece stands before the first boundary, the last one behind the end.
  for (const part of text.split(`--${boundary}`).slice(1, -1)) {
    const gap = part.indexOf('\r\n\r\n');
    const head = part.slice(0, gap).replaceAll('\r', '');
    const value = part.slice(gap + 4, -2);
    const [, name, file] = disposition.exec(head) ?? [];
    if (gap === -1 || name === undefined) return null;
    if (file === undefined) fields.push({ kind: 'text', name: unescaped(name), value });
    else
      fields.push({
        kind: 'file',
        name: unescaped(name),
        file: unescaped(file),
        type: /^Content-Type: (.+)$/m.exec(head)?.[1] ?? 'application/octet-stream',
        sizeBytes: Number(/^\[(\d+) bytes of /.exec(value)?.[1] ?? 0),
      });
  }
  return fields;
}
