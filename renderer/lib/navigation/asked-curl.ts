import { useEffect, useEffectEvent } from 'react';
import { createStore } from 'zustand/vanilla';
import { goTo } from './open-panel.ts';

/** Somebody wants to paste a cURL command; the Wire panel opens the field for it. */
const asked = createStore<{ isAsked: boolean }>(() => ({ isAsked: false }));

export function requestCurl(): void {
  asked.setState({ isAsked: true });
  goTo('wire');
}

/** Opens the field when it is asked for, now or before the panel was there. */
export function useRequestedCurl(open: () => void): void {
  const onAsked = useEffectEvent(open);
  useEffect(() => {
    const look = () => {
      if (!asked.getState().isAsked) return;
      asked.setState({ isAsked: false });
      onAsked();
    };
    look();
    return asked.subscribe(look);
  }, []);
}
