import type { Destination } from '#shared/contract/destination.ts';
import { goToOrigin, type Origin, originOf } from '../../navigation/exchange-origin.ts';
import { goTo, isPanel } from '../../navigation/open-panel.ts';
import { chooseConnection } from '../connections/active.ts';

/** Opens the panel of a destination and its target in it. A panel that this page does not have is ignored. */
export function openDestination(to: Destination): void {
  if (to.kind === 'panel') {
    if (isPanel(to.id)) goTo(to.id);
    return;
  }
  if (to.kind === 'check') chooseConnection(to.connectionId);
  const place = placeFor(to);
  if (isPanel(place.panel)) goToOrigin(place);
}

function placeFor(to: Exclude<Destination, { kind: 'panel' }>): Origin {
  switch (to.kind) {
    case 'exchange':
      return originOf(to.id) ?? { panel: 'wire', documentId: to.id, itemId: '' };
    case 'task':
      return { panel: 'video', documentId: to.id, itemId: '' };
    case 'check':
      return { panel: 'checks', documentId: to.connectionId, itemId: to.id };
    case 'document':
      return { panel: to.panel, documentId: to.id, itemId: '' };
  }
}
