import type { RouteId } from '#shared/protocol/route.ts';
import { createHandOff, useHandOff } from './hand-off.ts';
import { openPanel } from './open-panel.ts';

interface ModelHandoff {
  model: string;
  /** The panel that shall take it; `null` for the one that is open. */
  panel: string | null;
  /** The route to use it on; `null` for the one the panel is on. */
  routeId: RouteId | null;
  /** For a new conversation or the like, whatever is open. */
  inNew: boolean;
}

/** What the open panel takes of an offer. */
export type TakenModelHandoff = Pick<ModelHandoff, 'model' | 'routeId' | 'inNew'>;

/** A model that was selected away from the panel that will use it. */
const offered = createHandOff<ModelHandoff>();

/** Offers a model to the panel that is open, or to the named one as soon as it is. */
export const handOffModel = (
  model: string,
  panel: string | null = null,
  routeId: RouteId | null = null,
  { inNew = false } = {},
): void => offered.give({ model, panel, routeId, inNew });

const isForOpenPanel = ({ panel }: ModelHandoff): boolean => panel === null || panel === openPanel.getState().id;

/** The offer that the open panel may take, which is then gone; `null` for none. */
export const takeModelHandoff = (): TakenModelHandoff | null => offered.take(isForOpenPanel);

/** Takes models that were selected elsewhere for the panel that is open. Whoever shows a `PatchBar` has this already. */
export const useModelHandoff = (take: (offer: TakenModelHandoff) => void): void =>
  useHandOff(offered, take, isForOpenPanel);
