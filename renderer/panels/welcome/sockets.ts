import type { RouteId } from '#shared/protocol/route.ts';
import type { SocketRow } from '../../ui/diagrams/socket-layout.ts';

/** One short word for each of the 21 routes, on the lines of the rack. */
const lines: {
  group: 'text' | 'vectors' | 'images' | 'audio' | 'video' | 'native';
  perLine?: number;
  routes: [RouteId, string][];
}[] = [
  {
    group: 'text',
    routes: [
      ['chat.completions', 'completions'],
      ['responses', 'responses'],
      ['responses.compact', 'compact'],
      ['edits', 'edits'],
      ['models', 'models'],
    ],
  },
  {
    group: 'vectors',
    routes: [
      ['embeddings', 'embeddings'],
      ['rerank', 'rerank'],
    ],
  },
  {
    group: 'images',
    routes: [
      ['images.generations', 'generations'],
      ['images.edits', 'edits'],
    ],
  },
  {
    group: 'audio',
    routes: [
      ['audio.transcriptions', 'transcribe'],
      ['audio.translations', 'translate'],
      ['audio.speech', 'speech'],
      ['realtime', 'realtime'],
    ],
  },
  {
    group: 'video',
    perLine: 3,
    routes: [
      ['video.generations', 'generations'],
      ['video.generations.get', '{task_id}'],
      ['videos', 'videos'],
      ['videos.get', 'videos/{id}'],
      ['videos.content', 'content'],
      ['videos.remix', 'remix'],
    ],
  },
  {
    group: 'native',
    routes: [
      ['native.models', 'models'],
      ['native.generateContent', ':generate'],
    ],
  },
];

/** The rack of the first run. Route words are literally on the wire and stay as they are in every language. */
export const socketRows = (groups: Record<(typeof lines)[number]['group'], string>): SocketRow[] =>
  lines.map(({ group, perLine, routes }) => ({
    group: groups[group],
    ...(perLine ? { perLine } : {}),
    sockets: routes.map(([id, label]) => ({ id, label })),
  }));
