import { routes } from '#shared/protocol/table.ts';
import type { SnippetRequest } from './snippet-request.ts';

/** What a program does with the answer: print its lines as they come, keep its bytes as a file, or print it whole. */
export type ResponseKind = { kind: 'lines' } | { kind: 'file'; name: string } | { kind: 'text' };

export function responseKindOf({ routeId, streamed }: SnippetRequest): ResponseKind {
  const { reader } = routes[routeId];
  if (reader === 'video') return { kind: 'file', name: 'video.mp4' };
  if (streamed) return { kind: 'lines' };
  return reader === 'speech' ? { kind: 'file', name: 'speech.audio' } : { kind: 'text' };
}
