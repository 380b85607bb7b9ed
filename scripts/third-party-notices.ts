import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const { patchbayBundled: bundled } = Object.assign(globalThis, {
  /**
   * Folders of the packages whose modules are in the build, including fonts and style sheets. One set per process: Vite
   * loads its configuration, and this file with it, again for every environment.
   */
  patchbayBundled: (globalThis as { patchbayBundled?: Set<string> }).patchbayBundled ?? new Set<string>(),
});

/** Returns the package that a module of the build belongs to, or `null` for the program's own. */
export function packageFolderOf(moduleId: string): string | null {
  const clean = moduleId.replaceAll('\\', '/').replace(/^\0+/, '').split('?')[0] as string;
  const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(clean) ?? [];
  return folder ?? null;
}

/** Records whose modules go into the build. For every environment, and for workers, which are built separately. */
export const rememberPackages = (): Plugin => ({
  name: 'remember-packages',
  apply: 'build',
  generateBundle(_options, output) {
    const { root } = this.environment.config;
    // A font that a style sheet references is not a module.
    const assets = Object.values(output).flatMap((one) => (one.type === 'asset' ? one.originalFileNames : []));
    for (const id of [...this.getModuleIds(), ...assets.map((name) => path.resolve(root, name))]) {
      const folder = packageFolderOf(id);
      if (folder !== null) bundled.add(folder);
    }
  },
});

export interface BundledPackage {
  name: string;
  version: string;
  /** SPDX expression from the package. */
  license: string;
  /** What its license requires to be passed on, as in the package. */
  text: string;
}

const isLicense = (file: string) => /^(?:licen[cs]e|copying|notice|ofl)(?:[.-].*)?$/i.test(file);

/** The text of a license that a package only names. */
const mit = (holder: string) => `Copyright (c) ${holder}

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** @throws Error for a package without the text of its license: it may not be redistributed. */
export function readPackage(folder: string): BundledPackage {
  const { name, version, license, author } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const files = readdirSync(folder).filter(isLicense).sort();
  const texts = files.map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
  const holder = typeof author === 'string' ? author : author?.name;
  if (texts.length === 0 && license === 'MIT' && holder) texts.push(mit(holder));
  if (typeof license !== 'string' || texts.length === 0)
    throw new Error(`${name} ${version} is bundled and has no license text`);
  return { name, version, license, text: texts.join('\n\n') };
}

const rule = `\n\n${'='.repeat(80)}\n\n`;
const introduction =
  'Patchbay contains the following software and fonts of others. Each stands under its own license, which follows its name.';

const entryOf = ({ name, version, license, text }: BundledPackage) => `${name} ${version}\n${license}\n\n${text}`;

/** Returns the licenses of everything that was bundled since the process began. */
export function noticesText(): string {
  const entries = [...bundled].map((folder) => entryOf(readPackage(folder)));
  return [introduction, ...new Set(entries.sort())].join(rule).concat('\n');
}

export const writeNotices = (file: string): void => writeFileSync(file, noticesText());

/** Returns a sentence when the notices lack a package or the text of its license. */
export const missingNotice = (folder: string, notices: string): string[] => {
  const found = readPackage(folder);
  return notices.includes(entryOf(found)) ? [] : [`the notices lack ${found.name} ${found.version}`];
};
