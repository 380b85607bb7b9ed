import { type Theme, themes } from '#shared/contract/theme.ts';
import { persistedStore } from './persisted-store.ts';

export const useAppearance = persistedStore<{ theme: Theme }>(
  'appearance',
  { theme: 'system' },
  { shared: 'live', read: ({ theme }) => (themes.includes(theme as Theme) ? { theme: theme as Theme } : {}) },
);

/** Applies the selected theme to the document and keeps it current; `system` leaves it to the system. */
export function followTheme(root: HTMLElement): void {
  const apply = ({ theme }: { theme: Theme }) => {
    if (theme === 'system') delete root.dataset.theme;
    else root.dataset.theme = theme;
  };
  apply(useAppearance.getState());
  useAppearance.subscribe(apply);
}
