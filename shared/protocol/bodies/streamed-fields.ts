import type { RouteId } from '../route.ts';

/**
 * Paths of the fields that Patchbay adds to a body which requests a stream. Without `include_usage` a chat stream
 * reports no tokens, and some gateways drop the chunk that contains both the usage and the finish reason.
 */
export const addedToStreams = (routeId: RouteId): string[] =>
  routeId === 'chat.completions' ? ['stream_options.include_usage'] : [];

/** Returns the fields that request a stream, on routes whose body has one, with those that Patchbay adds. */
export const streamedFields = (routeId: RouteId): Record<string, unknown> => ({
  stream: true,
  ...(routeId === 'chat.completions' && { stream_options: { include_usage: true } }),
});
