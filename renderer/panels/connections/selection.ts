import { create } from 'zustand';
import { useActive } from '../../lib/active.ts';
import type { ConnectionFields } from '../../lib/connection-fields.ts';

interface Selection {
  /** The connection that is looked at; `null` means the one in use. */
  id: string | null;
  /** Changes that are not saved yet, by connection. They outlive the panel, not the page: headers may hold secrets. */
  edits: Record<string, ConnectionFields>;
}

const useSelection = create<Selection>(() => ({ id: null, edits: {} }));

export const selectConnection = (id: string): void => useSelection.setState({ id });

export function useSelectedConnection() {
  const { connections, connection } = useActive();
  const id = useSelection((selection) => selection.id);
  return connections.find((one) => one.id === id) ?? connection;
}

export const useEdits = (id: string): ConnectionFields | undefined => useSelection(({ edits }) => edits[id]);

export const editConnection = (id: string, fields: ConnectionFields): void =>
  useSelection.setState(({ edits }) => ({ edits: { ...edits, [id]: fields } }));

export function dropEdits(id: string): void {
  const { [id]: _dropped, ...edits } = useSelection.getState().edits;
  useSelection.setState({ edits });
}
