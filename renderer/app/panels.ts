import type { PanelView } from '../lib/panel.ts';
import type { PanelSection } from '../lib/strings.ts';
import type { GlyphName } from './glyphs.ts';

/** One panel of the page. Its title is in the catalogue under its id. */
export interface PanelRow {
  id:
    | 'chat'
    | 'images'
    | 'audio'
    | 'embeddings'
    | 'rerank'
    | 'realtime'
    | 'video'
    | 'request'
    | 'checks'
    | 'connections'
    | 'settings'
    | 'welcome'
    | 'wire'
    | 'models';
  /** Where it stands in the rail: what makes something, what examines, the foot, or nowhere. */
  group: 'make' | 'examine' | 'foot' | 'none';
  glyph: GlyphName;
  /** Shortcut that opens it: one key after the other. */
  keys?: string;
  /** Parts of the frame that it uses, so that nothing moves while its chunk loads. */
  uses: readonly ('list' | 'parameters' | 'wire')[];
  /** The section of the catalogue that is fetched together with it. Default: its words came with the frame. */
  words?: PanelSection;
  load: () => Promise<PanelView>;
}

/** Every panel there is. A new one is a folder and a row. */
export const panels: readonly PanelRow[] = [
  {
    id: 'chat',
    group: 'make',
    glyph: 'chat',
    keys: 'g c',
    uses: ['list', 'parameters', 'wire'],
    load: async () => (await import('../panels/chat/chat-panel.tsx')).panel,
  },
  {
    id: 'checks',
    group: 'examine',
    glyph: 'checks',
    keys: 'g x',
    uses: ['list', 'parameters', 'wire'],
    load: async () => (await import('../panels/checks/checks-panel.tsx')).panel,
  },
  {
    id: 'wire',
    group: 'examine',
    glyph: 'wire',
    keys: 'g w',
    uses: ['list'],
    load: async () => (await import('../panels/wire/wire-panel.tsx')).panel,
  },
  {
    id: 'models',
    group: 'examine',
    glyph: 'model',
    keys: 'g m',
    uses: ['list', 'wire'],
    load: async () => (await import('../panels/models/models-panel.tsx')).panel,
  },
  {
    id: 'connections',
    group: 'foot',
    glyph: 'keys',
    keys: 'g k',
    uses: ['list', 'wire'],
    load: async () => (await import('../panels/connections/connections-panel.tsx')).panel,
  },
  {
    id: 'settings',
    group: 'foot',
    glyph: 'settings',
    keys: 'g s',
    uses: [],
    load: async () => (await import('../panels/settings/settings-panel.tsx')).panel,
  },
  {
    id: 'welcome',
    group: 'none',
    glyph: 'keys',
    uses: [],
    load: async () => (await import('../panels/welcome/welcome-panel.tsx')).panel,
  },
];

export const panelById = (id: string): PanelRow | undefined => panels.find((row) => row.id === id);
