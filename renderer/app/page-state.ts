import { createStore } from 'zustand/vanilla';
import type { Opening } from '#shared/contract/host.ts';

interface PageState {
  /** Whether the frame can be drawn: theme, language, sizes and the open panel are known. */
  hasFrame: boolean;
  /** Whether the stored values and the first results have loaded. No panel is shown before that. */
  isOpen: boolean;
  /** Whether the connection in use exposes paths of its own, as far as that was known before `isOpen`. */
  hasOwnPaths: boolean;
  /** What the host is waiting for before it responds, as far as it says. */
  waitsFor: Opening['waitsFor'] | null;
}

export const page = createStore<PageState>(() => ({
  hasFrame: false,
  isOpen: false,
  hasOwnPaths: false,
  waitsFor: null,
}));
