/** Chords of the frame, keyed by the names that the host's own menu also uses. */
export const frameKeys = {
  palette: '$mod+k',
  drawer: '$mod+j',
  list: '$mod+b',
  parameters: '$mod+Shift+b',
  settings: '$mod+,',
  window: '$mod+Shift+n',
  shortcuts: '[Shift]+?',
  guide: 'F1',
  theme: '$mod+Shift+l',
} as const;
