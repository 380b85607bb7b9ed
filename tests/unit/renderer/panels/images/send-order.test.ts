import { beforeEach, expect, test } from 'vitest';
import { sendOrder } from '../../../../../renderer/panels/images/composer/send-order.ts';
import { putBack, useDesk } from '../../../../../renderer/panels/images/form.ts';
import type { ImageOrder } from '../../../../../renderer/panels/images/model/image-order.ts';
import { orderWith } from './order.ts';

const order = orderWith({ prompt: 'a fox' });

function setUp(fails = false) {
  const orders: ImageOrder[] = [];
  const start = (one: ImageOrder) => {
    if (fails) throw new Error('There is no room.');
    orders.push(one);
    return `g${orders.length}`;
  };
  return { orders, send: () => sendOrder(order, null, false, start) };
}

beforeEach(() => useDesk.setState({ routeId: 'images.generations', prompt: 'a fox', setAside: [], shownId: null }));

test('a second Enter orders nothing, and the prompt can be brought back', async () => {
  const { orders, send } = setUp();
  await Promise.all([send(), send()]);
  await send();
  expect(orders.map(({ prompt }) => prompt)).toEqual(['a fox']);
  expect(useDesk.getState()).toMatchObject({ prompt: '', shownId: 'g1' });
  putBack();
  expect(useDesk.getState().prompt).toBe('a fox');
});

test('the prompt is back when nothing was sent', async () => {
  await expect(setUp(true).send()).rejects.toThrow('There is no room.');
  expect(useDesk.getState()).toMatchObject({ prompt: 'a fox', setAside: [] });
});

test('an instruction of the legacy route leaves its own box', async () => {
  useDesk.setState({ routeId: 'edits', prompt: 'a fox', instruction: 'Upper case', instructionsAside: [] });
  await setUp().send();
  expect(useDesk.getState()).toMatchObject({ prompt: 'a fox', instruction: '', instructionsAside: ['Upper case'] });
});
