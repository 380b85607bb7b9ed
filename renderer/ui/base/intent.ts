/**
 * What a colour may mean. `odd` is "it answered, but not as expected"; `live` is running work.
 * An intent is never shown by colour alone: the piece also holds a word or a glyph.
 */
export type Intent = 'neutral' | 'ok' | 'warn' | 'bad' | 'odd' | 'live';
