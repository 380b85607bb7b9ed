import { createHandOff, useHandOff } from '../../navigation/hand-off.ts';
import { goTo } from '../../navigation/open-panel.ts';
import { chooseConnection } from '../connections/active.ts';

/** What to check: a whole connection, or one key of it. */
export interface RequestedCheck {
  connectionId: string;
  keyId?: string;
}

const requested = createHandOff<RequestedCheck>();

/** Opens the setup of a check for a connection or one of its keys; nothing is sent until the user starts it. */
export function openChecks(check: RequestedCheck): void {
  chooseConnection(check.connectionId);
  requested.give(check);
  goTo('checks');
}

/** Receives checks that were requested elsewhere; for the checks panel. */
export const useRequestedCheck = (take: (check: RequestedCheck) => void): void => useHandOff(requested, take);
