import { createStore } from 'zustand/vanilla';
import { whenCopyRefused } from '../../ui/controls/copy-text.ts';

/** The open overlay; one at a time. */
export const overlay = createStore<{
  shown: 'none' | 'palette' | 'shortcuts' | 'guide' | 'prompts';
  query: string;
}>(() => ({ shown: 'none', query: '' }));

export const openPalette = (query = ''): void => overlay.setState({ shown: 'palette', query });
export const openGuide = (): void => overlay.setState({ shown: 'guide', query: '' });
export const openShortcuts = (): void => overlay.setState({ shown: 'shortcuts' });
export const closeOverlay = (): void => overlay.setState({ shown: 'none', query: '' });

interface RefusedCopy {
  text: string;
  note: string;
}

/** Text that the clipboard refused, while it is shown for the user to copy. */
export const refusedCopy = createStore<{ refused: RefusedCopy | null }>(() => ({ refused: null }));

whenCopyRefused((text, note) => refusedCopy.setState({ refused: { text, note } }));
