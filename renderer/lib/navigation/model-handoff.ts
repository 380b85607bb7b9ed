import type { RouteId } from '#shared/protocol/route.ts';
import { createHandOff, useHandOff } from './hand-off.ts';
import { openPanel } from './open-panel.ts';

interface ModelHandoff {
  model: string;
  /** The panel that should take it; `null` for the one that is open. */
  panel: string | null;
  /** The route to use it on; `null` for the one the panel is on. */
  routeId: RouteId | null;
  /** For a new conversation or similar, whatever is open. */
  inNew: boolean;
}

/** What the open panel takes of a handed-over model. */
export type TakenModelHandoff = Pick<ModelHandoff, 'model' | 'routeId' | 'inNew'>;

/** A model that was selected away from the panel that will use it. */
const offered = createHandOff<ModelHandoff>();

/** Hands a model to the panel that is open, or to the named one as soon as it opens. */
export const handOffModel = (
  model: string,
  panel: string | null = null,
  routeId: RouteId | null = null,
  { inNew = false } = {},
): void => offered.give({ model, panel, routeId, inNew });

const isForOpenPanel = ({ panel }: ModelHandoff): boolean => panel === null || panel === openPanel.getState().id;

/** Removes and returns the model that the open panel may take; `null` for none. */
export const takeModelHandoff = (): TakenModelHandoff | null => offered.take(isForOpenPanel);

/** Receives models that were selected elsewhere for the panel that is open. A `PatchBar` does this already. */
export const useModelHandoff = (take: (offer: TakenModelHandoff) => void): void =>
  useHandOff(offered, take, isForOpenPanel);
