import { onMac } from './keys-label.ts';

/** Where an action works: in the whole page, or in one panel, by its id. */
export type Scope = 'page' | 'panels' | (string & {});

/** An action that the user can run by a shortcut, the palette or the host's menu. Its title is in the catalog. */
export interface Action {
  scope: Scope;
  /**
   * Its default keys in tinykeys syntax: `$mod+k`, `[Shift]+?` (an optional modifier), `g c` (one after the other). `$mod`
   * is ⌘ on a Mac, Ctrl elsewhere. Empty: none.
   */
  keys: string;
  /** Default keys on a Mac, where they differ. */
  mac?: string;
  /** Works while a field has the focus. Default: only for chords with a modifier. */
  inFields?: true;
  /** The field that has the focus handles these keys itself: they are listed, and always the same. */
  fixed?: true;
  /** It sends a request that may be charged, or deletes something: never the first row of the palette. */
  risk?: 'sends' | 'deletes';
}

const send = { keys: '$mod+Enter', inFields: true, risk: 'sends' } as const;
const create = { keys: '$mod+Shift+o' } as const;

/** Every action with its default keys. Actions of two panels may share keys; those of the page apply in all of them. */
export const actions = {
  palette: { scope: 'page', keys: '$mod+k' },
  prompt: { scope: 'page', keys: '/' },
  model: { scope: 'page', keys: '$mod+m', mac: 'Control+m' },
  route: { scope: 'page', keys: '$mod+i' },
  key: { scope: 'page', keys: '' },
  list: { scope: 'page', keys: '$mod+b' },
  parameters: { scope: 'page', keys: '$mod+Shift+b' },
  drawer: { scope: 'page', keys: '$mod+j' },
  settings: { scope: 'page', keys: '$mod+,' },
  theme: { scope: 'page', keys: '$mod+Shift+l' },
  window: { scope: 'page', keys: '$mod+Shift+n' },
  shortcuts: { scope: 'page', keys: '[Shift]+?' },
  guide: { scope: 'page', keys: 'F1' },
  'panel.chat': { scope: 'panels', keys: 'g c' },
  'panel.compare': { scope: 'panels', keys: 'g p' },
  'panel.images': { scope: 'panels', keys: 'g i' },
  'panel.audio': { scope: 'panels', keys: 'g a' },
  'panel.realtime': { scope: 'panels', keys: 'g l' },
  'panel.video': { scope: 'panels', keys: 'g v' },
  'panel.embeddings': { scope: 'panels', keys: 'g e' },
  'panel.rerank': { scope: 'panels', keys: 'g r' },
  'panel.request': { scope: 'panels', keys: 'g q' },
  'panel.checks': { scope: 'panels', keys: 'g x' },
  'panel.wire': { scope: 'panels', keys: 'g w' },
  'panel.models': { scope: 'panels', keys: 'g m' },
  'panel.connections': { scope: 'panels', keys: 'g k' },
  'panel.settings': { scope: 'panels', keys: 'g s' },
  'chat.new': { scope: 'chat', ...create },
  'chat.retry': { scope: 'chat', keys: '$mod+Shift+Enter', risk: 'sends' },
  'chat.stop': { scope: 'chat', keys: 'Escape' },
  'chat.recall': { scope: 'chat', keys: 'ArrowUp', fixed: true },
  'chat.markdown': { scope: 'chat', keys: '' },
  'chat.json': { scope: 'chat', keys: '' },
  'compare.new': { scope: 'compare', ...create },
  'compare.send': { scope: 'compare', ...send },
  'images.desk': { scope: 'images', keys: 'Escape' },
  'audio.send': { scope: 'audio', ...send },
  'audio.hear': { scope: 'audio', keys: '$mod+Alt+1', inFields: true },
  'audio.speak': { scope: 'audio', keys: '$mod+Alt+2', inFields: true },
  'audio.stop-recording': { scope: 'audio', keys: 'Escape', inFields: true },
  'embeddings.new': { scope: 'embeddings', ...create },
  'embeddings.embed': { scope: 'embeddings', ...send },
  'rerank.new': { scope: 'rerank', ...create },
  'rerank.rank': { scope: 'rerank', ...send },
  'rerank.previous': { scope: 'rerank', keys: 'Alt+ArrowUp', inFields: true },
  'rerank.next': { scope: 'rerank', keys: 'Alt+ArrowDown', inFields: true },
  'rerank.csv': { scope: 'rerank', keys: '' },
  'rerank.json': { scope: 'rerank', keys: '' },
  'request.new': { scope: 'request', ...create },
  'request.send': { scope: 'request', ...send },
  'checks.new': { scope: 'checks', keys: 'n' },
  'checks.html': { scope: 'checks', keys: '' },
  'checks.json': { scope: 'checks', keys: '' },
  'checks.csv': { scope: 'checks', keys: '' },
  'wire.filter': { scope: 'wire', keys: '/' },
  'wire.replay': { scope: 'wire', keys: 'r', risk: 'sends' },
  'wire.edit': { scope: 'wire', keys: 'e' },
  'wire.curl': { scope: 'wire', keys: 'c' },
  'wire.pin': { scope: 'wire', keys: 'p' },
  'wire.compare': { scope: 'wire', keys: 'd' },
  'wire.har': { scope: 'wire', keys: '' },
  'wire.forget': { scope: 'wire', keys: 'Delete', risk: 'deletes' },
  'models.find': { scope: 'models', keys: '/' },
  'connections.save': { scope: 'connections', keys: '$mod+s', inFields: true },
} satisfies Record<string, Action>;

export type ActionId = keyof typeof actions;

/** Returns the data of an action. */
export const actionOf = (id: ActionId): Action => actions[id];

/** Returns the default keys of an action on this system. */
export function defaultKeys(id: ActionId, mac: boolean = onMac): string {
  const action = actionOf(id);
  return (mac ? action.mac : undefined) ?? action.keys;
}
