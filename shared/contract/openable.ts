/** What Patchbay can open: a connections file that it wrote itself, or exchanges recorded by any program. */
export type OpenableKind = 'connections' | 'har';

/** Size limit of an opened file. */
export const openableBytes: Readonly<Record<OpenableKind, number>> = {
  connections: 32 * 1024 ** 2,
  har: 64 * 1024 ** 2,
};

/** Returns the kind of a file by its name; `null` if Patchbay does not open it. */
export function openableKind(name: string): OpenableKind | null {
  // Earlier versions used the longer extension.
  if (/\.patchbay(?:\.json)?$/i.test(name)) return 'connections';
  return /\.har$/i.test(name) ? 'har' : null;
}
