import { createStore } from 'zustand/vanilla';
import { whenCopyRefused } from '../../ui/controls/copy-text.ts';

interface RefusedCopy {
  text: string;
  note: string;
}

/** Text that the clipboard refused, while it is shown to be copied by hand. */
export const refusedCopy = createStore<{ refused: RefusedCopy | null }>(() => ({ refused: null }));

whenCopyRefused((text, note) => refusedCopy.setState({ refused: { text, note } }));
