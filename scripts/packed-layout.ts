import path from 'node:path';

export const packedPlatforms = ['linux', 'darwin', 'win32'] as const;
export type PackedPlatform = (typeof packedPlatforms)[number];

/** Paths within the unpacked app. */
const parts: Record<PackedPlatform, { folder: string; resources: string; binary: string }> = {
  linux: { folder: 'linux', resources: 'resources', binary: 'patchbay' },
  darwin: { folder: 'mac', resources: 'Patchbay.app/Contents/Resources', binary: 'Patchbay.app' },
  win32: { folder: 'win', resources: 'resources', binary: 'Patchbay.exe' },
};

/** Folder that electron-builder unpacks an app into; for every architecture but x64 it ends in its name. */
export function unpackedFolder(platform: PackedPlatform, arch: string): string {
  const named = arch === 'x64' ? parts[platform].folder : `${parts[platform].folder}-${arch}`;
  return platform === 'darwin' ? named : `${named}-unpacked`;
}

/** Where the parts of an unpacked app are, below the output folder. */
export function packedLayout(platform: PackedPlatform, arch: string): { resources: string; binary: string } {
  const folder = unpackedFolder(platform, arch);
  const { resources, binary } = parts[platform];
  return { resources: path.join(folder, resources), binary: path.join(folder, binary) };
}
