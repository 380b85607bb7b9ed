/** How a body is looked at: opened as JSON, read as text, or byte by byte. */
export type BodyMode = 'tree' | 'text' | 'hex';

/** The forms that make sense for a media type, best first. Bytes can always be looked at. */
export function bodyModes(mediaType: string | null): BodyMode[] {
  const type = mediaType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/json' || type.endsWith('+json')) return ['tree', 'text', 'hex'];
  if (type.startsWith('text/') || /xml|javascript|x-www-form-urlencoded|multipart|^$/.test(type))
    return ['text', 'hex'];
  return ['hex', 'text'];
}

/** Whether a response calls itself a stream of server-sent events. */
export const isEventStream = (mediaType: string | null): boolean =>
  mediaType?.trim().toLowerCase().startsWith('text/event-stream') ?? false;

/** Newer engines decode by themselves, many times faster; their types are not in the library yet. */
const native = (Uint8Array as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> }).fromBase64;

/** Bytes of a base64 text. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  if (native) return native(base64);
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}
