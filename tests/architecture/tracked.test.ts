import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '../..');

// A product folder named like an output folder works here and is missing from every clone.
test.skipIf(!existsSync(path.join(root, '.git')))('git ignores no source file', () => {
  const ignored = execFileSync(
    'git',
    ['ls-files', '--others', '--ignored', '--exclude-standard', 'bin', 'electron', 'renderer', 'scripts', 'shared'],
    { cwd: root, encoding: 'utf8' },
  );
  expect(ignored).toBe('');
});
