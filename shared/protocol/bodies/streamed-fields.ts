import type { RouteId } from '../route.ts';

/**
 * What asks for a stream, on the routes whose body has a field for it. Without `include_usage` a chat stream reports no
 * tokens, and some gateways drop the chunk that holds both the usage and the finish reason.
 */
export const streamedFields = (routeId: RouteId): Record<string, unknown> => ({
  stream: true,
  ...(routeId === 'chat.completions' && { stream_options: { include_usage: true } }),
});
