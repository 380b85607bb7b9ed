import path from 'node:path';

export const packedPlatforms = ['linux', 'darwin', 'win32'] as const;
export type PackedPlatform = (typeof packedPlatforms)[number];

/** Paths within the unpacked app. */
const parts: Record<PackedPlatform, { folder: string; resources: string; binary: string }> = {
  linux: { folder: 'linux', resources: 'resources', binary: 'patchbay' },
  darwin: { folder: 'mac', resources: 'Patchbay.app/Contents/Resources', binary: 'Patchbay.app' },
  win32: { folder: 'win', resources: 'resources', binary: 'Patchbay.exe' },
};

/**
 * Returns the folder that electron-builder unpacks an app into; for every architecture except x64 it ends in the
 * architecture's name.
 */
export function unpackedFolder(platform: PackedPlatform, arch: string): string {
  const named = arch === 'x64' ? parts[platform].folder : `${parts[platform].folder}-${arch}`;
  return platform === 'darwin' ? named : `${named}-unpacked`;
}

/** Absolute paths of the parts of an unpacked app. */
export interface PackedApp {
  /** Folder with the archive and the address of the feed. */
  resources: string;
  archive: string;
  binary: string;
}

/** Returns the parts of an unpacked app, below the output folder. */
export function packedApp(output: string, platform: PackedPlatform, arch: string): PackedApp {
  const folder = path.join(output, unpackedFolder(platform, arch));
  const resources = path.join(folder, parts[platform].resources);
  return { resources, archive: path.join(resources, 'app.asar'), binary: path.join(folder, parts[platform].binary) };
}
