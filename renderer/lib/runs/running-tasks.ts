import { useEffect } from 'react';
import { useCall } from '../client/query.ts';
import { countWork } from './running-work.ts';

/** Keeps the badges of the video and realtime panels true: the core watches tasks and holds sessions, whatever page is open. */
export function useRunningTasks(): void {
  const { data: tasks = [] } = useCall('tasks', 'list', {});
  const { data: sessions = [] } = useCall('realtime', 'sessions', {});
  const watched = tasks.filter(({ watching }) => watching).length;
  const live = sessions.filter(({ state }) => state === 'running').length;
  useEffect(() => countWork('video', watched), [watched]);
  useEffect(() => countWork('realtime', live), [live]);
}
