import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makePrivateFolder } from '#core/store/private-file.ts';
import { perform, platforms } from '../../../support/strict-electron/perform.ts';
import {
  type drag,
  makeFiles,
  type open,
  type openWhileLeaving,
} from '../../../support/strict-electron/plays/files.ts';

/** A computer with files, and a data folder beside them. */
function computer() {
  const home = mkdtempSync(path.join(os.tmpdir(), 'opened-'));
  return { place: makeFiles(home), folder: path.join(home, 'data') };
}

const north = 'connections north.patchbay {"format":"patchbay-connections"}';
const dayOne = 'har day one.har {"log":{}}';

describe.concurrent('files that are opened with Patchbay', () => {
  test.each(platforms)('on %s they reach the page, and every other argument is ignored', async (platform) => {
    const { place, folder } = computer();
    const files = [place('north.patchbay'), place('day one.har')];
    const ignored = ['.', '--lang=x.har', place('notes.txt'), place('folder.har')];
    const { result, faults, asked, status } = await perform<Awaited<ReturnType<typeof open>>>('files#open', {
      platform,
      folder,
      // A command line names no files on macOS.
      words: [...ignored, ...files],
      openedEarly: platform === 'darwin' ? files : [],
    });
    expect(faults).toEqual([]);
    expect(result.early).toEqual([north, dayOne]);
    expect(result.later).toEqual([
      north,
      "har damaged.har bad-input: damaged.har is damaged, or isn't a text file.",
      'har huge.har too-large: huge.har is 3.0 GB. The limit for such files is 67.1 MB.',
    ]);
    expect(result.again).toBe('not-found-here');
    expect(result.isShown).toBe(true);
    expect([asked, status]).toEqual([[], 0]);
  });

  test('a keyring waiting for its password keeps no file from the page', async () => {
    const { place, folder } = computer();
    const { result, faults } = await perform<string[]>('files#openLate', {
      folder,
      isLocked: true,
      words: [place('north.patchbay')],
    });
    expect(faults).toEqual([]);
    expect(result).toEqual([north]);
  });

  test.each(['linux', 'win32'] as const)(
    'on %s a file that arrives while leaving is opened by the start that follows',
    async (platform) => {
      const { place, folder } = computer();
      const { result, faults } = await perform<Awaited<ReturnType<typeof openWhileLeaving>>>('files#openWhileLeaving', {
        platform,
        folder,
        words: ['--flag', place('absent.har')],
      });
      expect(faults).toEqual([]);
      expect(result).toEqual([['--flag', place('north.patchbay')]]);
    },
  );
});

describe.concurrent('files that are dragged out', () => {
  test.each(platforms)('on %s the system gets the stored bytes under a safe name', async (platform) => {
    const { folder } = computer();
    // Left by a start that crashed.
    makePrivateFolder(path.join(folder, 'dragged-out/old'));
    writeFileSync(path.join(folder, 'dragged-out/old/left.txt'), 'x');
    const { result, faults, log } = await perform<Awaited<ReturnType<typeof drag>>>('files#drag', { platform, folder });
    expect(faults).toEqual([]);
    expect(result.copied).toEqual({
      name: 'a _b_.txt',
      isInside: true,
      text: 'the bytes',
      mode: 0o600,
      hasIcon: true,
    });
    expect(result.anew).toBe('the bytes');
    expect(result.gone).toBe('not-found-here');
    expect(result.drags).toBe(2);
    expect(result.hadOld).toBe(false);
    expect(log).toContain('WebContents.startDrag');
    expect(existsSync(path.join(folder, 'dragged-out'))).toBe(false);
  });
});
