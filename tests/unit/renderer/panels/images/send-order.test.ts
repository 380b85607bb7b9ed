import { beforeEach, expect, test } from 'vitest';
import { restorePrompt, useForm } from '../../../../../renderer/panels/images/form.ts';
import { sendRequest } from '../../../../../renderer/panels/images/images.ts';
import type { ImageSpec } from '../../../../../renderer/panels/images/model/image-spec.ts';
import { orderWith } from './order.ts';

const order = orderWith({ prompt: 'a fox' });

function setUp(fails = false) {
  const orders: ImageSpec[] = [];
  const start = (one: ImageSpec) => {
    if (fails) throw new Error('There is no room.');
    orders.push(one);
    return `g${orders.length}`;
  };
  return { orders, send: () => sendRequest(order, null, false, start) };
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

test('the prompt is restored when nothing was sent', async () => {
  await expect(setUp(true).send()).rejects.toThrow('There is no room.');
  expect(useForm.getState()).toMatchObject({ prompt: 'a fox', setAside: [] });
});

test('an instruction of the legacy route clears its own box', async () => {
  useForm.setState({ routeId: 'edits', prompt: 'a fox', instruction: 'Upper case', instructionsAside: [] });
  await setUp().send();
  expect(useForm.getState()).toMatchObject({ prompt: 'a fox', instruction: '', instructionsAside: ['Upper case'] });
});
