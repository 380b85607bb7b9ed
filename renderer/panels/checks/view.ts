import { create } from 'zustand';
import { persistedStore } from '../../lib/preferences/persisted-store.ts';
import type { Cursor } from './model/matrix.ts';
import { firstSetup, type Setup } from './model/setup.ts';
import type { VerdictGroup } from './model/verdicts.ts';

/** What is shown for one connection. With neither a run nor the set-up, the newest run. */
export interface View {
  runId: string | null;
  /** The set whose history the list shows. */
  setId: string | null;
  isSetup: boolean;
}

const firstView: View = { runId: null, setId: null, isSetup: false };

// Saved at once, so that a run that was just started is shown again even when Patchbay quits right after.
const useViews = persistedStore(
  'checks.view',
  { byConnection: {} as Record<string, View> },
  { shared: 'parts', quietMs: 0 },
);
/** The last settings of each connection. */
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

/** Opens the set-up, with other settings if given. */
export function openSetup(connectionId: string, change: Partial<Setup> = {}): void {
  changeSetup(connectionId, change);
  changeView(connectionId, { isSetup: true });
}

/** Opens the set-up of a new check with the last settings, without its name. */
export const openNewCheck = (connectionId: string): void => openSetup(connectionId, { setId: null, name: '' });

export const openRun = (connectionId: string, runId: string): void =>
  changeView(connectionId, { runId, isSetup: false });

export type MatrixMode = 'verdict' | 'latency' | 'change';

interface MatrixView {
  cursor: Cursor | null;
  /** The pressed chips. */
  wanted: readonly VerdictGroup[];
  mode: MatrixMode;
}

/** The view of the matrix. It carries over from run to run, so that two runs are compared at the same cell. */
export const useMatrixView = create<MatrixView>(() => ({ cursor: null, wanted: [], mode: 'verdict' }));
