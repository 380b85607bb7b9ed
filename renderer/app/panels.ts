import type { Strings } from '../lib/i18n/strings.ts';
import { announcePanels, type PanelView } from '../lib/navigation/open-panel.ts';
import { type LazyModule, lazyModule } from '../ui/base/lazy-module.ts';
import type { GlyphName } from './glyph.tsx';

/** One panel of the page. Its title is in the catalog under its id. */
export interface PanelRow {
  id: keyof Strings['frame']['panels'];
  /** Its place in the rail: panels that create, panels that inspect, the footer, or none. */
  group: 'make' | 'examine' | 'foot' | 'none';
  glyph: GlyphName;
  /** Parts of the frame that it uses, so that nothing moves while its chunk loads. */
  uses: readonly ('list' | 'parameters' | 'wire')[];
  /** What the column at the right contains. Default: parameters. */
  side?: 'details';
  /** Hidden until a connection exposes paths of its own. */
  optIn?: boolean;
  load: () => Promise<{ panel: PanelView }>;
}

/** Every panel. A new one is a folder and a row. */
export const panels: readonly PanelRow[] = [
  {
    id: 'chat',
    group: 'make',
    glyph: 'chat',
    uses: ['list', 'parameters', 'wire'],
    load: () => import('../panels/chat/panel.tsx'),
  },
  {
    id: 'compare',
    group: 'make',
    glyph: 'compare',
    uses: ['list', 'wire'],
    load: () => import('../panels/compare/panel.tsx'),
  },
  {
    id: 'images',
    group: 'make',
    glyph: 'images',
    uses: ['parameters', 'wire'],
    load: () => import('../panels/images/panel.tsx'),
  },
  {
    id: 'audio',
    group: 'make',
    glyph: 'audio',
    uses: ['list', 'parameters', 'wire'],
    load: () => import('../panels/audio/panel.tsx'),
  },
  {
    id: 'realtime',
    group: 'make',
    glyph: 'realtime',
    uses: ['list', 'parameters', 'wire'],
    load: () => import('../panels/realtime/panel.tsx'),
  },
  {
    id: 'video',
    group: 'make',
    glyph: 'video',
    uses: ['parameters', 'wire'],
    load: () => import('../panels/video/panel.tsx'),
  },
  {
    id: 'embeddings',
    group: 'make',
    glyph: 'embeddings',
    uses: ['list', 'parameters', 'wire'],
    load: () => import('../panels/embeddings/panel.tsx'),
  },
  {
    id: 'rerank',
    group: 'make',
    glyph: 'rerank',
    uses: ['list', 'parameters', 'wire'],
    load: () => import('../panels/rerank/panel.tsx'),
  },
  {
    id: 'request',
    group: 'make',
    glyph: 'request',
    uses: ['list', 'parameters', 'wire'],
    optIn: true,
    load: () => import('../panels/request/panel.tsx'),
  },
  {
    id: 'checks',
    group: 'examine',
    glyph: 'checks',
    uses: ['list', 'parameters', 'wire'],
    side: 'details',
    load: () => import('../panels/checks/panel.tsx'),
  },
  {
    id: 'wire',
    group: 'examine',
    glyph: 'wire',
    uses: [],
    load: () => import('../panels/wire/panel.tsx'),
  },
  {
    id: 'models',
    group: 'examine',
    glyph: 'model',
    uses: ['list', 'wire'],
    load: () => import('../panels/models/panel.tsx'),
  },
  {
    id: 'connections',
    group: 'foot',
    glyph: 'keys',
    uses: ['list', 'wire'],
    load: () => import('../panels/connections/panel.tsx'),
  },
  {
    id: 'settings',
    group: 'foot',
    glyph: 'settings',
    uses: [],
    load: () => import('../panels/settings/panel.tsx'),
  },
  {
    id: 'welcome',
    group: 'none',
    glyph: 'keys',
    uses: [],
    load: () => import('../panels/welcome/panel.tsx'),
  },
];

// Panels that link to another one know only its id.
announcePanels(panels.map(({ id }) => id));

export const panelById = (id: string): PanelRow | undefined => panels.find((row) => row.id === id);

const codeOf = new Map<string, LazyModule<PanelView>>(
  panels.map(({ id, load }) => [id, lazyModule(async () => (await load()).panel)]),
);

/** Returns a panel's code, fetched once: with its first opening, or earlier, as the pointer approaches its link. */
export function panelCode({ id }: Pick<PanelRow, 'id'>): LazyModule<PanelView> {
  const code = codeOf.get(id);
  if (!code) throw new Error(`there is no panel ${id}`);
  return code;
}

export const loadPanel = async (id: string): Promise<void> => void (await codeOf.get(id)?.load());
