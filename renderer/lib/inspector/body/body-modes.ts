/** How a body is shown: as indented JSON, as text, or byte by byte. */
export type BodyMode = 'json' | 'text' | 'hex';

/** Returns the modes that make sense for a media type, best first. Bytes can always be shown. */
export function bodyModes(mediaType: string | null): BodyMode[] {
  const type = mediaType?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/json' || type.endsWith('+json')) return ['json', 'text', 'hex'];
  if (type.startsWith('text/') || /xml|javascript|x-www-form-urlencoded|multipart|^$/.test(type))
    return ['text', 'hex'];
  return ['hex', 'text'];
}

/** Returns whether a response is declared as a stream of server-sent events. */
export const isEventStream = (mediaType: string | null): boolean =>
  mediaType?.trim().toLowerCase().startsWith('text/event-stream') ?? false;
