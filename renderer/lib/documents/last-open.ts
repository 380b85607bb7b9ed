import type { StoreApi } from 'zustand/vanilla';
import type { Documents } from './document-store.ts';

interface LastOpenPorts<Document> {
  /** Stored by the host: the document that was open last, `null` for one that the library does not have. */
  lastOpen: StoreApi<{ id: string | null }>;
  /** `opening`: the last open document is being read. */
  store: Pick<StoreApi<Documents<Document> & { opening: boolean }>, 'getState' | 'subscribe'> & {
    setState: (by: { opening: boolean }) => void;
    open: (id: string) => Promise<unknown>;
  };
  isBlank: (document: Document) => boolean;
  /** The last open document could not be read. */
  onUnread?: () => void;
}

/** Opens the document that was open last, and from then on remembers which one is open: a reload returns to it. */
export function reopenLast<Document>({ lastOpen, store, isBlank, onUnread }: LastOpenPorts<Document>): void {
  const { id } = lastOpen.getState();
  if (id) {
    const reading = store.open(id).catch(() => onUnread?.());
    // A panel that sets `opening` for every document resets it itself.
    if (!store.getState().opening) {
      store.setState({ opening: true });
      void reading.finally(() => store.setState({ opening: false }));
    }
  }
  store.subscribe(({ open, openId, opening }) => {
    const document = open[openId];
    if (!document || opening) return;
    const shown = isBlank(document) ? null : openId;
    if (lastOpen.getState().id !== shown) lastOpen.setState({ id: shown });
  });
}
