import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');

export interface Source {
  /** From the project's root, with forward slashes. */
  file: string;
  text: string;
  lines: number;
}

/** Every TypeScript source below the given folders of the project. */
export const readSources = (...folders: string[]): Source[] => readFiles(/\.tsx?$/, folders);

/** Every style sheet below the given folders of the project. */
export const readStyles = (...folders: string[]): Source[] => readFiles(/\.css$/, folders);

function readFiles(name: RegExp, folders: string[]): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && name.test(entry.name))
      .map((entry) => {
        const file = path.join(entry.parentPath, entry.name);
        const text = readFileSync(file, 'utf8');
        return {
          file: path.relative(root, file).replaceAll(path.sep, '/'),
          text,
          lines: text.split('\n').length - 1,
        };
      }),
  );
}

/** What a source imports, dynamic imports included: project files as paths, packages by their names. */
export function importsOf({ file, text }: Pick<Source, 'file' | 'text'>): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  // Whole statements only: a text that contains the word "from" is not an import.
  const found = code.matchAll(
    /(?:^\s*(?:import|export)\b[^'";]*\bfrom\s*|\bimport\s*\(\s*|^\s*import\s+)['"]([^'"]+)['"]/gm,
  );
  return [...found].map(([, target = '']) => {
    if (target.startsWith('.')) return path.posix.normalize(path.posix.join(path.posix.dirname(file), target));
    return target
      .replace(/^#shared\//, 'shared/')
      .replace(/^#core\//, 'electron/core/')
      .replace(/^#demo\//, 'electron/demo/');
  });
}
