import { createStore } from 'zustand/vanilla';

/** What lies over the page now; one thing at a time. */
export const overlay = createStore<{
  shown: 'none' | 'palette' | 'shortcuts' | 'guide';
  query: string;
  /** The code of overlays is here and stays mounted. */
  isLoaded: boolean;
}>(() => ({ shown: 'none', query: '', isLoaded: false }));

export const openPalette = (query = ''): void => overlay.setState({ shown: 'palette', query });
export const openGuide = (): void => overlay.setState({ shown: 'guide', query: '' });
export const openShortcuts = (): void => overlay.setState({ shown: 'shortcuts' });
export const closeOverlay = (): void => overlay.setState({ shown: 'none', query: '' });
