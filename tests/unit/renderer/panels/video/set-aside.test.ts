import { beforeEach, expect, test } from 'vitest';
import type { TaskSummary } from '#shared/contract/tasks.ts';
import { composeAgain, putBack } from '../../../../../renderer/panels/video/acts.ts';
import { useVideo } from '../../../../../renderer/panels/video/store.ts';

const ofTask = (prompt: string) =>
  composeAgain({ prompt, model: null, connectionId: 'c1', keyId: null, family: 'videos' } as TaskSummary);
const words = () => {
  const { prompt, setAside } = useVideo.getState();
  return [prompt, setAside];
};

beforeEach(() => useVideo.setState({ prompt: '', setAside: [] }));

test('words that give way to those of a task are kept, however many there are, and all come back', () => {
  useVideo.setState({ prompt: 'a kite' });
  ofTask('of a task');
  useVideo.setState({ prompt: 'a boat' });
  ofTask('of another');
  expect(words()).toEqual(['of another', ['a boat', 'a kite']]);
  putBack();
  expect(words()).toEqual(['a boat', ['a kite', 'of another']]);
  putBack();
  expect(words()).toEqual(['a kite', ['of another', 'a boat']]);
});

test('nothing is kept of a field that was empty, or that held the same words', () => {
  ofTask('of a task');
  ofTask('of a task');
  expect(words()).toEqual(['of a task', []]);
  useVideo.setState({ prompt: '', setAside: ['a kite'] });
  putBack();
  expect(words()).toEqual(['a kite', []]);
});
