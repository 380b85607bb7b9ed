import { frameAttribute, readFrameRecord } from '#shared/contract/frame-record.ts';
import { followChanges } from '../lib/client/changes.ts';
import { client } from '../lib/client/client.ts';
import { putBoot } from '../lib/client/query.ts';
import { takeToken } from '../lib/client/token.ts';
import { followLanguage, openInLanguage, providePanelStrings } from '../lib/i18n/strings.ts';
import { followTheme } from '../lib/preferences/appearance.ts';
import { useLanguageChoice } from '../lib/preferences/language.ts';
import { flushPersistedOnQuit, loadPersisted, preloadPersisted } from '../lib/preferences/persisted-store.ts';
import { correctFirstPanel, followHash } from './follow-hash.ts';
import { watchParts } from './missing-parts.ts';
import { boot } from './open-early.ts';
import { page } from './page-state.ts';
import { panelStrings } from './panels.ts';

/** Starts everything that lives outside React, once. Resolves when the strings have loaded. */
export async function startPage(): Promise<void> {
  // A new link opened over this page changes only the hash: another token means another start of the program.
  addEventListener('hashchange', () => {
    if (!location.hash.includes('token=')) return;
    takeToken();
    location.reload();
  });
  const record = readFrameRecord(document.documentElement.getAttribute(frameAttribute));
  if (record) preloadPersisted(record.settings);
  followTheme(document.documentElement);
  flushPersistedOnQuit();
  void import('./handle-drops.ts').then(({ handleDrops }) => handleDrops()).catch(() => {});
  watchParts();
  followChanges();
  // Without a record the selected language is unknown until the connection is open; until then the page uses the
  // system's.
  providePanelStrings(panelStrings);
  const words = openInLanguage(useLanguageChoice.getState().choice);
  if (record) {
    followHash(record.hasConnections);
    page.setState({ hasFrame: true, hasOwnPaths: record.hasOwnPaths });
  }
  void openPage(words);
  await words;
  preloadPanel();
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
  const connections = results['connections.list'];
  const hasConnections = connections === undefined || connections.length > 0;
  if (page.getState().hasFrame) correctFirstPanel(hasConnections);
  else followHash(hasConnections);
  page.setState({ hasFrame: true, isOpen: true });
}

/**
 * Fetches the files of the first panel at once, as far as the host could tell which one it is: the document lists them as
 * links without effect, so that they do not delay the frame.
 */
function preloadPanel(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[data-rel]')) link.rel = link.dataset.rel ?? '';
}
