import { useEffect, useEffectEvent } from 'react';
import { createStore } from 'zustand/vanilla';
import { goTo } from '../../navigation/open-panel.ts';
import { chooseConnection } from '../connections/active.ts';

/** What should be checked: a whole connection, or one key of it. */
export interface RequestedCheck {
  connectionId: string;
  keyId?: string;
}

/** A check that was asked for away from its panel and waits for it to open. */
const asked = createStore<{ check: RequestedCheck | null }>(() => ({ check: null }));

/** Opens the set-up of a check for a connection or one of its keys; nothing is sent before the person says so. */
export function openChecks(check: RequestedCheck): void {
  chooseConnection(check.connectionId);
  asked.setState({ check });
  goTo('checks');
}

/** Takes checks that were asked for elsewhere; for the checks panel. */
export function useRequestedCheck(take: (check: RequestedCheck) => void): void {
  const onAsked = useEffectEvent(take);
  useEffect(() => {
    const look = () => {
      const { check } = asked.getState();
      if (check === null) return;
      asked.setState({ check: null });
      onAsked(check);
    };
    look();
    return asked.subscribe(look);
  }, []);
}
