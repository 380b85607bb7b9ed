import { create } from 'zustand';
import { persistedStore } from '../../lib/preferences/persisted-store.ts';
import type { Cursor } from './model/cursor.ts';
import { firstSetup, type Setup } from './model/setup.ts';
import type { VerdictGroup } from './model/verdicts.ts';

/** What is looked at on one connection. With neither a run nor the set-up it is the newest run there is. */
export interface View {
  runId: string | null;
  /** The set whose history the list shows. */
  setId: string | null;
  isSetup: boolean;
}

const firstView: View = { runId: null, setId: null, isSetup: false };

// At once: a run that was just started is shown again even when Patchbay is ended the next moment.
const useViews = persistedStore(
  'checks.view',
  { byConnection: {} as Record<string, View> },
  { shared: 'parts', quietMs: 0 },
);
/** The last choices of each connection. */
const useSetups = persistedStore('checks.setups', { byConnection: {} as Record<string, Setup> }, { shared: 'parts' });

export const useView = (connectionId: string): View =>
  useViews(({ byConnection }) => byConnection[connectionId]) ?? firstView;

export const changeView = (connectionId: string, change: Partial<View>): void =>
  useViews.setState(({ byConnection }) => ({
    byConnection: { ...byConnection, [connectionId]: { ...(byConnection[connectionId] ?? firstView), ...change } },
  }));

export const useSetup = (connectionId: string): Setup =>
  useSetups(({ byConnection }) => byConnection[connectionId]) ?? firstSetup;

export const setupOf = (connectionId: string): Setup => useSetups.getState().byConnection[connectionId] ?? firstSetup;

export const changeSetup = (connectionId: string, change: Partial<Setup>): void =>
  useSetups.setState(({ byConnection }) => ({
    byConnection: { ...byConnection, [connectionId]: { ...setupOf(connectionId), ...change } },
  }));

/** Opens the set-up, with other choices when they are given. */
export function openSetup(connectionId: string, change: Partial<Setup> = {}): void {
  changeSetup(connectionId, change);
  changeView(connectionId, { isSetup: true });
}

/** A new check begins with the choices of the last one, without its name. */
export const openNewCheck = (connectionId: string): void => openSetup(connectionId, { setId: null, name: '' });

export const openRun = (connectionId: string, runId: string): void =>
  changeView(connectionId, { runId, isSetup: false });

export type MatrixMode = 'verdict' | 'latency' | 'change';

interface Glance {
  cursor: Cursor | null;
  /** Chips that are pressed. */
  wanted: readonly VerdictGroup[];
  mode: MatrixMode;
}

/** How the matrix is looked at. It goes on from run to run, so that two runs are compared at the same place. */
export const useGlance = create<Glance>(() => ({ cursor: null, wanted: [], mode: 'verdict' }));
