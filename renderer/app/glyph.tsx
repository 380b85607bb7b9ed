import s from './app.module.css';

/**
 * Line icons of the frame on a 16 px grid. They are in the first chunk of the page, so they are paths and not a
 * library.
 */
export const glyphs = {
  chat: 'M2.5 5a2.5 2.5 0 0 1 2.5-2.5h6A2.5 2.5 0 0 1 13.5 5v3a2.5 2.5 0 0 1-2.5 2.5H7.5L4.5 13.5v-3A2.3 2.3 0 0 1 2.5 8z',
  compare: 'M2.5 2.5h4.2v11H2.5zM9.3 2.5h4.2v11H9.3z',
  images: 'M2.5 3h11v10h-11zM2.5 11l3.2-3.2 2.6 2.6 2.2-2.2 3 3M10.5 6.6a.9.9 0 1 0 0-1.8.9.9 0 0 0 0 1.8z',
  audio: 'M2 6.5v3M4.4 4.5v7M6.8 2.5v11M9.2 5v6M11.6 3.8v8.4M14 6.5v3',
  embeddings: 'M8 8.4V2.5M8 8.4 2.9 12M8 8.4l5.1 3.6M5.2 6.1v.1M10.9 5.2v.1M8 12.6v.1M11.6 8.2v.1',
  rerank: 'M2.5 3.5h11M2.5 8h7.5M2.5 12.5h4.5M12 12.8V7.5M10.2 9.2 12 7.3l1.8 1.9',
  realtime: 'M8 1.8a2 2 0 0 1 2 2v4a2 2 0 0 1-4 0v-4a2 2 0 0 1 2-2zM3.5 7.5a4.5 4.5 0 0 0 9 0M8 12v2.2M5.6 14.2h4.8',
  video: 'M2 4h8.5v8H2zM10.5 7l3.5-2v6l-3.5-2M5 6.6v2.8L7.4 8z',
  request: 'M5.5 3 1.8 8l3.7 5M10.5 3l3.7 5-3.7 5M9.2 2.5l-2.4 11',
  checks: 'M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM2.5 9.5h4v4h-4zM9.3 11.6l1.5 1.5 2.8-3.2',
  wire: 'M1.5 8h2.7l2-5 3.2 10 2-5h3.1',
  keys: 'M5.5 2v3M10.5 2v3M3.5 5h9v2.5a4.5 4.5 0 0 1-9 0zM8 12v2.5',
  settings:
    'M2 5h6.5M12.5 5H14M2 11h1.5M7.5 11H14M10.5 6.7a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM5.5 12.7a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4z',
  find: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3 13.5 13.5',
  guide: 'M8 14.2A6.2 6.2 0 1 0 8 1.8a6.2 6.2 0 0 0 0 12.4zM6.2 6.3a1.8 1.8 0 1 1 2.6 1.6c-.5.3-.8.6-.8 1.2M8 11.3v.1',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  down: 'M4 6l4 4 4-4',
  list: 'M2.5 3h11v10h-11zM6 3v10',
  drawer: 'M2.5 3h11v10h-11zM2.5 9.5h11',
  parameters: 'M2.5 3h11v10h-11zM10 3v10',
  key: 'M5.5 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM7.7 7.9 13 2.5M11 4.5l2 2',
  lock: 'M4 7h8v6.5H4zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  running: 'M5 3.5v9l7.5-4.5z',
  warning: 'M8 2.5 14.3 13.5H1.7zM8 6.5v3.2M8 11.6v.1',
  close: 'M4 4l8 8M12 4l-8 8',
  model: 'M8 1.8 13.5 5v6L8 14.2 2.5 11V5zM2.7 5.1 8 8.1l5.3-3M8 8.1v6',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 4.7V8l2.2 1.5',
  replay: 'M13 3v3.5H9.5M12.6 6.3A5.2 5.2 0 1 0 13.2 9',
  copy: 'M5.5 5.5h7v8h-7zM3.5 10.5v-8h7',
  demo: 'M9 1.5 3.5 9H8l-1 5.5L12.5 7H8z',
} as const;

export type GlyphName = keyof typeof glyphs;

/** A line icon of the frame. Decorative: the text is beside it or names its button. */
export function Glyph({ name, px = 16 }: { name: GlyphName; px?: number }) {
  return (
    <svg
      className={s.glyph}
      viewBox="0 0 16 16"
      width={px}
      height={px}
      strokeWidth={px > 16 ? 1.3 : px < 14 ? 1.7 : 1.4}
      aria-hidden
    >
      <path d={glyphs[name]} />
    </svg>
  );
}
