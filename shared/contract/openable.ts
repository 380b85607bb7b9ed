/** What Patchbay opens: a file of connections that it wrote itself, or recorded exchanges of any program. */
export type OpenableKind = 'connections' | 'har';

/** Most bytes that are read of an opened file. */
export const openableBytes: Readonly<Record<OpenableKind, number>> = {
  connections: 32 * 1024 ** 2,
  har: 64 * 1024 ** 2,
};

/** Says by its name what a file is; `null` for one that Patchbay does not open. */
export function openableKind(name: string): OpenableKind | null {
  // Earlier versions wrote their files under the longer ending.
  if (/\.patchbay(?:\.json)?$/i.test(name)) return 'connections';
  return /\.har$/i.test(name) ? 'har' : null;
}
