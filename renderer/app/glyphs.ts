/** Line drawings of the frame on a 16 px grid. They belong to the first chunk of the page, so they are paths and no library. */
export const glyphs = {
  chat: 'M2.5 5a2.5 2.5 0 0 1 2.5-2.5h6A2.5 2.5 0 0 1 13.5 5v3a2.5 2.5 0 0 1-2.5 2.5H7.5L4.5 13.5v-3A2.3 2.3 0 0 1 2.5 8z',
  checks: 'M2.5 2.5h4v4h-4zM9.5 2.5h4v4h-4zM2.5 9.5h4v4h-4zM9.3 11.6l1.5 1.5 2.8-3.2',
  wire: 'M1.5 8h2.7l2-5 3.2 10 2-5h3.1',
  keys: 'M5.5 2v3M10.5 2v3M3.5 5h9v2.5a4.5 4.5 0 0 1-9 0zM8 12v2.5',
  settings:
    'M2 5h6.5M12.5 5H14M2 11h1.5M7.5 11H14M10.5 6.7a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM5.5 12.7a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4z',
  find: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.3 10.3 13.5 13.5',
  down: 'M4 6l4 4 4-4',
  up: 'M4 10l4-4 4 4',
  list: 'M2.5 3h11v10h-11zM6 3v10',
  drawer: 'M2.5 3h11v10h-11zM2.5 9.5h11',
  parameters: 'M2.5 3h11v10h-11zM10 3v10',
  key: 'M5.5 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM7.7 7.9 13 2.5M11 4.5l2 2',
  lock: 'M4 7h8v6.5H4zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  running: 'M1.5 8h2.7l2-5 3.2 10 2-5h3.1',
  warning: 'M8 2.5 14.3 13.5H1.7zM8 6.5v3.2M8 11.6v.1',
  close: 'M4 4l8 8M12 4l-8 8',
  model: 'M8 1.8 13.5 5v6L8 14.2 2.5 11V5zM2.7 5.1 8 8.1l5.3-3M8 8.1v6',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 4.7V8l2.2 1.5',
  replay: 'M13 3v3.5H9.5M12.6 6.3A5.2 5.2 0 1 0 13.2 9',
  copy: 'M5.5 5.5h7v8h-7zM3.5 10.5v-8h7',
  demo: 'M9 1.5 3.5 9H8l-1 5.5L12.5 7H8z',
  more: 'M3 8a.5.5 0 1 0 0-.01M7.6 8a.5.5 0 1 0 0-.01M12.2 8a.5.5 0 1 0 0-.01',
} as const;

export type GlyphName = keyof typeof glyphs;
