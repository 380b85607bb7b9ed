import { createStore } from 'zustand/vanilla';
import type { Opening } from '#shared/contract/host.ts';
import { followChanges } from '../lib/client/changes.ts';
import { client } from '../lib/client/client.ts';
import { putBoot } from '../lib/client/query.ts';
import { takeToken } from '../lib/client/token.ts';
import { followLanguage, openInLanguage, providePanelStrings } from '../lib/i18n/strings.ts';
import { followTheme } from '../lib/preferences/appearance.ts';
import { flushPersistedOnQuit, loadPersisted } from '../lib/preferences/persisted-store.ts';
import { followHash } from './follow-hash.ts';
import { watchParts } from './missing-parts.ts';
import { boot } from './open-early.ts';
import { panelStrings } from './panels.ts';

interface PageState {
  /** False until the stored theme, sizes and selections have loaded. Nothing of the frame is drawn before that. */
  ready: boolean;
  /** What the host is waiting for before it responds, as far as it says. */
  waitsFor: Opening['waitsFor'] | null;
}

export const page = createStore<PageState>(() => ({ ready: false, waitsFor: null }));

/** Starts everything that lives outside React, once. Resolves when the strings have loaded. */
export async function startPage(): Promise<void> {
  // A new link opened over this page changes only the hash: another token means another start of the program.
  addEventListener('hashchange', () => {
    if (!location.hash.includes('token=')) return;
    takeToken();
    location.reload();
  });
  followTheme(document.documentElement);
  flushPersistedOnQuit();
  void import('./handle-drops.ts').then(({ handleDrops }) => handleDrops()).catch(() => {});
  watchParts();
  followChanges();
  // The selected language is unknown until the connection is open; until then the page uses the system's.
  providePanelStrings(panelStrings);
  const words = openInLanguage();
  void openPage(words);
  await words;
}

async function followOpening(): Promise<void> {
  for await (const { waitsFor } of client.host.opening({})) page.setState({ waitsFor });
}

async function openPage(words: Promise<void>): Promise<void> {
  // A host that does not know this call is already open.
  followOpening().catch(() => {});
  const results = await boot;
  putBoot(results);
  const settings = results['settings.all'] ?? (await client.settings.all({}).catch(() => ({})));
  loadPersisted(settings, results['host.info']?.window);
  void import('../lib/preferences/live-stores.ts').then(({ followLiveStores }) => followLiveStores()).catch(() => {});
  await words;
  await followLanguage();
  followHash();
  page.setState({ ready: true });
}
