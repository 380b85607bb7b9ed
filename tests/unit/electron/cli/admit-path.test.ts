import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { admitPath } from '../../../../electron/cli/input/admit-path.ts';
import { readSecretFile } from '../../../../electron/cli/input/target.ts';
import { tempFolder } from '../../../support/core/temp-folder.ts';

test.skipIf(process.platform === 'win32')('a named pipe is refused at once, though nobody writes to it', async () => {
  const pipe = path.join(tempFolder(), 'pipe.json');
  execFileSync('mkfifo', [pipe]);
  await expect(admitPath({} as never, pipe)).rejects.toThrow('is not a regular file');
  await expect(readSecretFile(pipe)).rejects.toThrow('is not a regular file');
});
