import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { PackedPlatform } from './packed-layout.ts';

export interface Asar {
  listPackage(archive: string, options: object): string[];
  extractFile(archive: string, file: string): Buffer;
  extractAll(archive: string, folder: string): void;
}

/** The modules that electron-builder itself loads, so that checks read packages with the code that wrote them. */
const load = createRequire(
  createRequire(createRequire(import.meta.url).resolve('electron-builder/package.json')).resolve('app-builder-lib'),
);

export const asar = load('@electron/asar') as Asar;
/** Reads YAML 1.2 as electron-builder and electron-updater do. */
export const readYaml = (load('js-yaml') as { load(text: string): unknown }).load;

/** Their names in electron-builder.yml. */
const sections: Record<PackedPlatform, string> = { linux: 'linux', darwin: 'mac', win32: 'win' };

/** Returns what electron-builder.yml builds for a platform, one entry per target. */
export function targetsOf(platform: PackedPlatform): { target: string; arch: string[] }[] {
  const text = readFileSync(path.join(import.meta.dirname, '../electron-builder.yml'), 'utf8');
  const config = readYaml(text) as Record<string, { target: { target: string; arch: string | string[] }[] }>;
  return (config[sections[platform]]?.target ?? []).map(({ target, arch }) => ({ target, arch: [arch].flat() }));
}
