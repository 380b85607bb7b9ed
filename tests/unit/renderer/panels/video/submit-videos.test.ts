import { beforeEach, expect, test } from 'vitest';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import type { Client } from '#shared/contract/index.ts';
import type { TaskSummary } from '#shared/contract/tasks.ts';
import { restorePrompt, submitVideos } from '../../../../../renderer/panels/video/acts.ts';
import { useVideo } from '../../../../../renderer/panels/video/store.ts';

const drafts: DraftInput[] = [{ connectionId: 'c1', routeId: 'videos', body: { kind: 'json', text: '{}' } }];

function setUp(fails = 0) {
  const ids: (string | undefined)[] = [];
  const submit: Client['tasks']['submit'] = async ({ id }) => {
    ids.push(id);
    if (ids.length <= fails) throw new Error('The disk is full.');
    return { id: id ?? '' };
  };
  return { ids, send: (origin: TaskSummary | null = null) => submitVideos(drafts, origin, submit) };
}

beforeEach(() => useVideo.setState({ prompt: 'a boat', setAside: [], remixOf: null }));

test('a second Enter during or after the submission sends nothing', async () => {
  const { ids, send } = setUp();
  await Promise.all([send(), send()]);
  await send();
  expect(ids).toHaveLength(1);
});

test('the prompt leaves the box with the submission, and can be restored', async () => {
  const { send } = setUp();
  const sending = send();
  expect(useVideo.getState().prompt).toBe('');
  await sending;
  restorePrompt();
  expect(useVideo.getState()).toMatchObject({ prompt: 'a boat', setAside: [] });
});

test('after a failure the prompt is restored, and the retry is the same submission', async () => {
  const { ids, send } = setUp(1);
  await expect(send()).rejects.toThrow('The disk is full.');
  expect(useVideo.getState().prompt).toBe('a boat');
  await send();
  expect(ids).toHaveLength(2);
  expect(ids[1]).toBe(ids[0]);
});

test('a remix leaves an empty box, so that a second Enter does not send what was written before', async () => {
  useVideo.setState({ prompt: 'at night', setAside: ['a kite'], remixOf: 't1' });
  const { ids, send } = setUp();
  await send({ id: 't1' } as TaskSummary);
  expect(useVideo.getState()).toMatchObject({ prompt: '', setAside: ['at night', 'a kite'], remixOf: null });
  expect(ids).toHaveLength(1);
});
