import type { ReactNode } from 'react';
import { createStore } from 'zustand/vanilla';

export interface Toast {
  intent?: 'neutral' | 'ok' | 'warn' | 'bad' | 'odd';
  title: string;
  body?: ReactNode;
  action?: { label: string; onSelect: () => void };
}

/** Toasts that are waiting to be shown; the frame takes them. */
export const waitingToasts = createStore<{ list: readonly Toast[] }>(() => ({ list: [] }));

/** Shows a message that has no place on the page. One that has a place is shown there. */
export const toast = (message: Toast): void => waitingToasts.setState(({ list }) => ({ list: [...list, message] }));
