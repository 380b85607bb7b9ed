import { expect, test } from 'vitest';
import { perform, platforms } from '../../../support/strict-electron/perform.ts';
import type { embedding } from '../../../support/strict-electron/plays/background.ts';

type Played = Awaited<ReturnType<typeof embedding>>;

test.each(platforms)(
  'on %s background work moves the bar, keeps the computer awake, and links back',
  async (platform) => {
    const { result, faults } = await perform<Played>('background#embedding', { platform });
    expect(faults).toEqual([]);
    expect(result.options).toEqual({ title: 'Embedding finished', body: '400 of 400 inputs' });
    expect(result.to).toEqual({ kind: 'document', panel: 'embeddings', id: 'corpus' });
    expect(result.isShown).toBe(true);
    const signs = result.signs.filter((line, at, all) => line !== all[at - 1]);
    expect(signs).toEqual([
      'powerSaveBlocker.start prevent-app-suspension',
      'BrowserWindow.setProgressBar 0.25',
      'BrowserWindow.setProgressBar 0.75',
      'powerSaveBlocker.stop 1',
      'BrowserWindow.setProgressBar -1',
    ]);
  },
);
