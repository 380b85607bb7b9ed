import { expect, test } from 'vitest';
import type { TaskSummary } from '#shared/contract/tasks.ts';
import { stateText } from '../../../../../electron/cli/commands/tasks-follow.ts';

const task = (state: TaskSummary['state'], result: Partial<TaskSummary['result']> = {}) =>
  ({
    state,
    statusWord: null,
    progress: 0.5,
    paused: null,
    missedPolls: 0,
    pollFailure: null,
    result: {
      state: 'none',
      file: null,
      receivedBytes: 0,
      totalBytes: null,
      expiresAt: null,
      failure: null,
      ...result,
    },
  }) as TaskSummary;

test('the state of a result is named apart from that of its task', () => {
  expect(stateText(task('running'))).toBe('running 50 %');
  expect(stateText(task('succeeded'))).toBe('succeeded');
  expect(stateText(task('succeeded', { state: 'failed' }))).toBe('succeeded · download failed');
  expect(stateText(task('succeeded', { state: 'downloading', receivedBytes: 1, totalBytes: 4 }))).toBe(
    'succeeded · downloading 25 %',
  );
});
