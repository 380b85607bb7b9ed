import type { ModelList } from '#shared/contract/models.ts';
import { capabilityOfRoute, fitOf } from '#shared/protocol/capabilities.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import type { SocketRow } from '../../ui/diagrams/socket-panel.tsx';

/** One short word for each of the 21 routes, by row of the rack. */
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

/** How many routes of the rack take a model. */
export const modelRouteCount = lines.flatMap(({ routes }) => routes).filter(([id]) => capabilityOfRoute(id)).length;

/** Returns the rack of the first run, with the given routes lit. Route names are literal and not translated. */
export const socketRows = (
  groups: Record<(typeof lines)[number]['group'], string>,
  lit: ReadonlySet<RouteId> = new Set(),
): SocketRow[] =>
  lines.map(({ group, perLine, routes }) => ({
    group: groups[group],
    ...(perLine ? { perLine } : {}),
    sockets: routes.map(([id, label]) => ({ id, label, state: lit.has(id) ? 'on' : 'empty' })),
  }));

/**
 * Returns the routes of the rack that a listing speaks for: a listing that succeeded, and each route that a listed model
 * declares or has in its name. What no model is listed for may still work.
 */
export function listedRoutes({ models, surfaces }: Pick<ModelList, 'models' | 'surfaces'>): Set<RouteId> {
  const isListed = (surface: 'compatible' | 'native') =>
    surfaces.some((one) => one.surface === surface && one.state === 'listed');
  const lit = new Set<RouteId>();
  if (isListed('compatible')) lit.add('models');
  if (isListed('native')) lit.add('native.models');
  for (const { routes } of lines)
    for (const [id] of routes) if (models.some((model) => fitOf(model, id) >= 2)) lit.add(id);
  return lit;
}
