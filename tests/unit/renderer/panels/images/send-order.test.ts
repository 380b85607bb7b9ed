import { beforeEach, expect, test } from 'vitest';
import {
  chooseModels,
  modelsOf,
  onStage,
  readForm,
  restorePrompt,
  showOnStage,
  useForm,
} from '../../../../../renderer/panels/images/form.ts';
import { sendRequest, switchBack } from '../../../../../renderer/panels/images/images.ts';
import type { ImageSpec } from '../../../../../renderer/panels/images/model/image-spec.ts';
import { orderWith } from './order.ts';

const order = orderWith({ prompt: 'a fox' });

function setUp(fails = false) {
  const orders: ImageSpec[] = [];
  const startAll = (all: readonly ImageSpec[]) => {
    if (fails) throw new Error('There is no room.');
    return all.map((one) => `g${orders.push(one)}`);
  };
  return { orders, send: (specs = [order]) => sendRequest(specs, null, false, startAll) };
}

beforeEach(() => useForm.setState({ routeId: 'images.generations', prompt: 'a fox', setAside: [], shownId: null }));

test('a second Enter sends nothing, and the prompt can be restored', async () => {
  const { orders, send } = setUp();
  await Promise.all([send(), send()]);
  await send();
  expect(orders.map(({ prompt }) => prompt)).toEqual(['a fox']);
  expect(useForm.getState()).toMatchObject({ prompt: '', shownId: 'g1' });
  restorePrompt();
  expect(useForm.getState().prompt).toBe('a fox');
});

test('several models get one request each, side by side', async () => {
  const { orders, send } = setUp();
  await send(['a', 'b'].map((model) => ({ ...order, model })));
  expect(orders.map(({ model }) => model)).toEqual(['a', 'b']);
  expect(useForm.getState()).toMatchObject({ shownId: null, comparedIds: ['g1', 'g2'] });
  showOnStage('g2');
  expect(onStage(useForm.getState())).toEqual(['g2']);
});

test('a result of one of the selected models leaves the selection as it is, any other replaces it', () => {
  chooseModels(['a', 'b', 'a']);
  expect(modelsOf(useForm.getState())).toEqual(['a', 'b']);
  switchBack({ ...order, model: 'b' });
  expect(modelsOf(useForm.getState())).toEqual(['a', 'b']);
  switchBack({ ...order, model: 'c' });
  expect(modelsOf(useForm.getState())).toEqual(['c']);
});

test('the prompt is restored when nothing was sent', async () => {
  await expect(setUp(true).send()).rejects.toThrow('There is no room.');
  expect(useForm.getState()).toMatchObject({ prompt: 'a fox', setAside: [] });
});

test('a form of the version with text edits opens, and its texts are recent prompts', () => {
  const initial = useForm.getInitialState();
  const stored = {
    ...{ routeId: 'edits', textModel: 'edit-1', prompt: 'a fox', setAside: ['a boat'] },
    ...{ instruction: 'Fix it', input: 'teh', instructionsAside: ['Upper case', 7] },
  };
  expect(readForm(stored, initial)).toMatchObject({
    routeId: 'images.generations',
    prompt: 'a fox',
    setAside: ['a boat', 'Fix it', 'teh', 'Upper case'],
  });
  expect(readForm({ routeId: 'images.edits' }, initial)).toMatchObject({ routeId: 'images.edits', setAside: [] });
});
