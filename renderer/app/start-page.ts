import { createStore } from 'zustand/vanilla';
import type { Opening } from '#shared/contract/host.ts';
import { AppError } from '#shared/protocol/failure.ts';
import { followChanges } from '../lib/client/changes.ts';
import { client, connection } from '../lib/client/client.ts';
import { ask } from '../lib/client/query.ts';
import { takeToken } from '../lib/client/token.ts';
import { followLanguage, openInLanguage, provideCatalogs } from '../lib/i18n/strings.ts';
import { followTheme } from '../lib/preferences/appearance.ts';
import { followLiveStores } from '../lib/preferences/live-stores.ts';
import { flushPersistedOnQuit, loadPersisted } from '../lib/preferences/persisted-store.ts';
import { loadFonts } from '../ui/base/fonts.ts';
import { catalogs } from './catalogs.ts';
import { followHash } from './follow-hash.ts';
import { handleDrops } from './handle-drops.ts';
import { watchParts } from './missing-parts.ts';
import { loadPanel } from './panels.ts';

interface PageState {
  /** Whether the stored values, the first results and the code of the open panel have loaded: the page is drawn at once. */
  isOpen: boolean;
  /** What the host is waiting for before it responds, as far as it says. */
  waitsFor: Opening['waitsFor'] | null;
}

export const page = createStore<PageState>(() => ({ isOpen: false, waitsFor: null }));

/** Starts everything that lives outside React, once. Resolves when the strings of the system's language have loaded. */
export async function startPage(): Promise<void> {
  takeToken();
  connection.start();
  // A new link opened over this page changes only the hash: another token means another start of the program.
  addEventListener('hashchange', () => {
    if (!location.hash.includes('token=')) return;
    takeToken();
    location.reload();
  });
  flushPersistedOnQuit();
  handleDrops();
  watchParts();
  followChanges();
  provideCatalogs(catalogs);
  const words = openInLanguage();
  void openPage(words);
  await words;
}

async function followOpening(): Promise<void> {
  for await (const { waitsFor } of client.host.opening({})) page.setState({ waitsFor });
}

async function openPage(words: Promise<void>): Promise<void> {
  const fonts = loadFonts().catch(() => undefined);
  // A host that does not know this call is already open.
  followOpening().catch(() => {});
  const [settings, info, connections] = await Promise.all([
    whenOpen(() => client.settings.all({})),
    whenOpen(() => ask('host', 'info', {})),
    whenOpen(() => ask('connections', 'list', {})),
    whenOpen(() => ask('connections', 'lights', {})),
    whenOpen(() => ask('keys', 'status', {})),
  ]);
  loadPersisted(settings ?? {}, info?.window);
  followTheme(document.documentElement);
  followLiveStores();
  const open = followHash(connections === undefined || connections.length > 0);
  await Promise.all([words.then(followLanguage), fonts, loadPanel(open).catch(() => undefined)]);
  page.setState({ isOpen: true });
}

/** Failures of a connection, not of the call. */
const unreachable: ReadonlySet<string> = new Set(['connection-lost', 'app-ended']);

/**
 * Returns the result of a call, made again whenever its connection broke. A call that fails otherwise has none: its panel
 * calls again, and shows the failure.
 */
async function whenOpen<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call();
  } catch (thrown) {
    if (!unreachable.has(AppError.from(thrown).code)) return undefined;
    await connectionIsOpen();
    return whenOpen(call);
  }
}

const connectionIsOpen = () =>
  new Promise<void>((resolve) => {
    const look = () => {
      if (connection.state.getState().status !== 'open') return;
      leave();
      resolve();
    };
    const leave = connection.state.subscribe(look);
    look();
  });
