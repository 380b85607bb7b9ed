/** Whether an answer calls itself a stream of server-sent events. */
export const isEventStream = (mediaType: string | null): boolean =>
  mediaType?.trim().toLowerCase().startsWith('text/event-stream') ?? false;
