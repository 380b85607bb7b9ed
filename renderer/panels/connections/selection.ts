import { create } from 'zustand';
import { useActive } from '../../lib/gateway/connections/active.ts';

/** The connection that is looked at; `null` means the one in use. */
const useSelection = create<{ id: string | null }>(() => ({ id: null }));

export const selectConnection = (id: string): void => useSelection.setState({ id });

/** Whether connections are being imported: told in the list, which narrow pages fold away, and kept beside it. */
export const useImporting = create(() => ({ isOpen: false }));

export const setImporting = (isOpen: boolean): void => useImporting.setState({ isOpen });

export function useSelectedConnection() {
  const { connections, connection } = useActive();
  const id = useSelection((selection) => selection.id);
  return connections.find((one) => one.id === id) ?? connection;
}
