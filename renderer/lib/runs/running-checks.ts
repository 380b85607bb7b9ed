import { useEffect } from 'react';
import { useCall } from '../client/query.ts';
import { countWork } from './running-work.ts';

/** Keeps the badge of the checks panel true: the core runs checks, whatever page is open and however it was opened. */
export function useRunningChecks(): void {
  const { data = [] } = useCall('checks', 'runs', {});
  const running = data.filter(({ state }) => state === 'running').length;
  useEffect(() => countWork('checks', running), [running]);
}
