import { useSyncExternalStore } from 'react';
import { isNarrow } from './layout.ts';

/** Follows the width below which the sides of the frame are drawers. */
export const useNarrow = (): boolean =>
  useSyncExternalStore(
    (changed) => {
      addEventListener('resize', changed);
      return () => removeEventListener('resize', changed);
    },
    isNarrow,
    () => false,
  );
