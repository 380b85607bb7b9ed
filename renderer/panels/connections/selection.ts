import { create } from 'zustand';
import { queryClient } from '../../lib/client/query.ts';
import { chooseConnection, useActive } from '../../lib/gateway/connections/active.ts';

/** The connection that is shown; `null` means the active one. */
const useSelection = create<{ id: string | null }>(() => ({ id: null }));

export const selectConnection = (id: string): void => useSelection.setState({ id });

/** Whether the import is open. Set from the list, which is collapsed on narrow pages, so the state is stored outside it. */
export const useImporting = create(() => ({ isOpen: false }));

export const setImporting = (isOpen: boolean): void => useImporting.setState({ isOpen });

export function useSelectedConnection() {
  const { connections, connection } = useActive();
  const id = useSelection((selection) => selection.id);
  return connections.find((one) => one.id === id) ?? connection;
}

/** Refreshes the lists after an import, and selects the first imported connection. */
export async function showImported(connectionId: string | undefined): Promise<void> {
  await Promise.all(['connections', 'keys'].map((area) => queryClient.invalidateQueries({ queryKey: [area] })));
  if (!connectionId) return;
  selectConnection(connectionId);
  chooseConnection(connectionId);
}
