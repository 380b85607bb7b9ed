import type { DraftInput } from '#shared/contract/exchanges.ts';
import { createHandOff, useHandOff } from './hand-off.ts';
import { goTo } from './open-panel.ts';

/** A request to edit before it is sent. */
export interface EditedRequest {
  draft: DraftInput;
  /** The exchange it was made from; `null` for one that was read from a command or a file. */
  from: string | null;
}

const editedRequest = createHandOff<EditedRequest>();

/** Opens the Request panel with a request in its editor. Nothing is sent. */
export function editRequest(request: EditedRequest): void {
  editedRequest.give(request);
  goTo('request');
}

/** Receives requests to edit; for the Request panel. */
export const useEditedRequest = (take: (request: EditedRequest) => void): void => useHandOff(editedRequest, take);
