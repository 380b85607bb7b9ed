import { newConversation, type Turn } from '../../renderer/panels/chat/model/conversation.ts';
import { rowOf } from '../../renderer/panels/chat/model/stored-conversation.ts';
import { openClient } from '../support/open-client.ts';
import { expect, openDemoChat, test } from './support/patchbay.ts';

test('a setting changed before all of a long chat has loaded is stored when the page closes', async ({
  page,
  patchbay,
}) => {
  const { client, close } = await openClient(patchbay.address());
  const turns = Array.from({ length: 300 }, (_, at): Turn => {
    const node = {
      id: `t${String(at).padStart(3, '0')}`,
      parentId: at === 0 ? null : `t${String(at - 1).padStart(3, '0')}`,
    };
    return { ...node, createdAt: at, role: 'user', text: `Message ${at}`, attachments: [] };
  });
  const conversation = {
    ...newConversation('long', 0),
    title: 'A long chat',
    named: true,
    turns: Object.fromEntries(turns.map((turn) => [turn.id, turn])),
  };
  const { parts = [], ...row } = rowOf(conversation);
  const stored = parts.map(({ id, write }) => ({ id, content: write().content }));
  await client.library.save({ ...row, revision: 0, parts: stored, passages: [] });

  // The rest of the conversation never arrives.
  await page.addInitScript(() => {
    const { send } = WebSocket.prototype;
    WebSocket.prototype.send = function sendOthers(data) {
      if (!String(data).includes('library.partsAfter')) send.call(this, data);
    };
  });
  await openDemoChat(page, patchbay);
  await page.getByRole('button', { name: /^A long chat/ }).click();
  await expect(page.getByText('Message 299', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'System prompt' }).click();
  await page.getByRole('textbox', { name: 'System prompt' }).fill('Answer in one word.');
  await page.goto('about:blank');
  await expect
    .poll(async () => JSON.parse((await client.library.open({ id: 'long' }))?.content ?? '{}').system)
    .toBe('Answer in one word.');
  // Nothing of it was lost.
  const after = await client.library.open({ id: 'long' });
  expect(after).toMatchObject({ partCount: 300, note: row.note });
  expect(JSON.parse(after?.content ?? '').end).toEqual(JSON.parse(row.content).end);
  close();
});

test('of hundreds of chats those in view are drawn, and wheel, End and typing lead to every other one', async ({
  page,
  patchbay,
}) => {
  const { client, close } = await openClient(patchbay.address());
  // The first one is the oldest: the last of the list.
  for (let at = 0; at < 400; at += 1) {
    const { parts: _none, ...row } = rowOf({ ...newConversation(`c${at}`, 0), title: `Zebra${at}`, named: true });
    await client.library.save({ ...row, revision: 0, parts: [], passages: [] });
  }
  close();
  await openDemoChat(page, patchbay);
  const list = page.getByRole('complementary', { name: 'Chat list' });
  const row = (title: string) => list.getByRole('button', { name: new RegExp(`^${title}\\b`) });
  await expect(row('Zebra399')).toBeVisible();
  expect(await list.locator('[data-row]').count()).toBeLessThan(250);

  await list.getByRole('navigation').hover();
  // The height of rows that are not drawn is an estimate.
  await expect(async () => {
    await page.mouse.wheel(0, 1_000_000);
    await expect(row('Zebra0')).toBeInViewport({ timeout: 500 });
  }).toPass();

  await openDemoChat(page, patchbay);
  await expect(row('Zebra399')).toBeVisible();
  await row('Zebra399').focus();
  await page.keyboard.press('End');
  await expect(row('Zebra0')).toBeFocused();

  await openDemoChat(page, patchbay);
  await row('Zebra399').focus();
  await page.keyboard.type('Zebra17', { delay: 20 });
  await expect(row('Zebra179')).toBeFocused();
});
