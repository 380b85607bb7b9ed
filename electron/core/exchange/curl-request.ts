import type { CurlRequest } from '../export/curl.ts';
import type { RecordedExchange } from '../store/exchange-recording.ts';
import type { FilePort } from './ports.ts';

/**
 * A recorded exchange as a cURL export needs it; files that are gone keep their id as a name.
 *
 * @param text the recorded body, read as UTF-8.
 */
export async function curlRequestOf(
  { method, address, request, draft }: RecordedExchange,
  text: string,
  files: FilePort,
): Promise<CurlRequest> {
  const described = async (id: string) => {
    const file = await files.open(id);
    return { name: file?.name ?? id, type: file?.type ?? 'application/octet-stream' };
  };
  const body = draft?.body ?? (text === '' ? { kind: 'none' } : { kind: 'json', text });
  const command = { method, address, headers: request.headers };
  if (body.kind === 'none') return { ...command, body };
  if (body.kind === 'json') {
    const inline = await Promise.all(
      (body.inline ?? []).map(async ({ token, fileId }) => ({ token, name: (await described(fileId)).name })),
    );
    return { ...command, body: { kind: 'text', text, inline } };
  }
  const fields = await Promise.all(
    body.fields.map(async (field) => {
      if (field.kind === 'text') return { name: field.name, value: field.value };
      const { name, type } = await described(field.fileId);
      return { name: field.name, file: name, type };
    }),
  );
  return { ...command, body: { kind: 'form', fields } };
}
