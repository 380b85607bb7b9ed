import { beforeEach, expect, test } from 'vitest';
import type { TaskSummary } from '#shared/contract/tasks.ts';
import { restorePrompt, restoreTask } from '../../../../../renderer/panels/video/acts.ts';
import { useVideo } from '../../../../../renderer/panels/video/store.ts';

const ofTask = (prompt: string) =>
  restoreTask({ prompt, model: null, connectionId: 'c1', keyId: null, family: 'videos' } as TaskSummary);
const words = () => {
  const { prompt, setAside } = useVideo.getState();
  return [prompt, setAside];
};

beforeEach(() => useVideo.setState({ prompt: '', setAside: [] }));

test('text replaced by that of a task is kept, however many times, and all of it can be restored', () => {
  useVideo.setState({ prompt: 'a kite' });
  ofTask('of a task');
  useVideo.setState({ prompt: 'a boat' });
  ofTask('of another');
  expect(words()).toEqual(['of another', ['a boat', 'a kite']]);
  restorePrompt();
  expect(words()).toEqual(['a boat', ['a kite', 'of another']]);
  restorePrompt();
  expect(words()).toEqual(['a kite', ['of another', 'a boat']]);
});

test('nothing is kept of a field that was empty, or that contained the same words', () => {
  ofTask('of a task');
  ofTask('of a task');
  expect(words()).toEqual(['of a task', []]);
  useVideo.setState({ prompt: '', setAside: ['a kite'] });
  restorePrompt();
  expect(words()).toEqual(['a kite', []]);
});
