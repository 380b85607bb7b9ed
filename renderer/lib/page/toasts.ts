import type { ReactNode } from 'react';
import { createStore } from 'zustand/vanilla';

export interface Toast {
  intent?: 'neutral' | 'ok' | 'warn' | 'bad' | 'odd';
  title: string;
  body?: ReactNode;
  action?: { label: string; onSelect: () => void };
}

/** Toasts that wait to be shown; the frame takes them. */
export const waitingToasts = createStore<{ list: readonly Toast[] }>(() => ({ list: [] }));

/** Says something that has no place on the page. What has a place is said there. */
export const toast = (message: Toast): void => waitingToasts.setState(({ list }) => ({ list: [...list, message] }));
