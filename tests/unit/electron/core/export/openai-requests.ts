import type { SnippetBody, SnippetRequest } from '#core/export/snippet-request.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { routes } from '#shared/protocol/table.ts';

/** Half of them get what the route needs, so that the library's own method can make them. */
export function withNeeds(request: SnippetRequest, index: number): SnippetRequest {
  const { body } = request;
  if (index % 2 === 0 || body.kind !== 'text' || !body.text.startsWith('{"') || body.text.includes('__proto__'))
    return request;
  const { needs } = routes[request.routeId];
  const needed = Object.fromEntries(needs.map((name) => [name, name === 'messages' ? [] : 'x']));
  return { ...request, body: { ...body, text: JSON.stringify({ ...needed, ...JSON.parse(body.text) }) } };
}

/** A form sent to a route of this server. */
export const formTo = (url: string, routeId: RouteId, body: SnippetBody): SnippetRequest => ({
  method: 'POST',
  address: `${url}${routes[routeId].path}`,
  headers: [
    ['Content-Type', 'multipart/form-data; boundary=x'],
    ['Authorization', 'Bearer [redacted key]'],
  ],
  body,
  routeId,
  streamed: false,
  notes: [],
});

export const audio = { name: 'file', file: 'a.wav', type: 'audio/wav' };
export const image = { name: 'image', file: "it's a photo.png", type: 'image/png' };
