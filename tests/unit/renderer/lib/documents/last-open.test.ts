import { expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { reopenLast } from '../../../../../renderer/lib/documents/last-open.ts';

interface Paper {
  id: string;
  text: string;
}

/** A panel whose blank document is `new`, with `stored` in its library. */
function openPanel(lastId: string | null, stored: Paper[]) {
  const lastOpen = createStore(() => ({ id: lastId }));
  const state = createStore(() => ({
    open: { new: { id: 'new', text: '' } } as Record<string, Paper>,
    openId: 'new',
    opening: false,
  }));
  const unread: string[] = [];
  reopenLast<Paper>({
    lastOpen,
    store: {
      ...state,
      async open(id) {
        await Promise.resolve();
        const paper = stored.find((one) => one.id === id);
        if (!paper) throw new Error('unread');
        state.setState(({ open }) => ({ open: { ...open, [id]: paper }, openId: id }));
      },
    },
    isBlank: ({ text }) => text === '',
    onUnread: () => unread.push('unread'),
  });
  return { lastOpen, state, unread };
}

test('the last open document is opened, and the blank one shown meanwhile is not remembered', async () => {
  const { lastOpen, state } = openPanel('d', [{ id: 'd', text: 'text' }]);
  state.setState(({ open }) => ({ open: { ...open } }));
  expect([state.getState().opening, lastOpen.getState().id]).toEqual([true, 'd']);
  await expect.poll(() => state.getState()).toMatchObject({ openId: 'd', opening: false });
  expect(lastOpen.getState().id).toBe('d');
});

test('a blank document is not remembered until it has content', () => {
  const { lastOpen, state } = openPanel(null, []);
  state.setState({ openId: 'new' });
  expect(lastOpen.getState().id).toBeNull();
  state.setState({ open: { new: { id: 'new', text: 'typed' } } });
  expect(lastOpen.getState().id).toBe('new');
});

test('a document that cannot be read is reported, and no longer remembered', async () => {
  const { lastOpen, state, unread } = openPanel('gone', []);
  await expect.poll(() => state.getState().opening).toBe(false);
  expect([unread, lastOpen.getState().id]).toEqual([['unread'], null]);
});
