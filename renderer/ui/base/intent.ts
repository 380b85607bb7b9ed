/**
 * What a color may mean. `odd` is "it responded, but not as expected"; `live` is running work.
 * An intent is never shown by color alone: the component also has a word or a glyph.
 */
export type Intent = 'neutral' | 'ok' | 'warn' | 'bad' | 'odd' | 'live';
