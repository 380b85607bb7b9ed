import { useMemo } from 'react';
import { useCall } from '../../../lib/client/query.ts';
import { type Card, cardOf } from '../model/card-note.ts';

/** Every generation of the library as a card, in no order. `undefined` while they are read for the first time. */
export function useCards(): Card[] | undefined {
  const { data } = useCall('library', 'conversations', { panel: 'images' }, { keepPrevious: true });
  return useMemo(() => data?.map(cardOf), [data]);
}
