import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { createNotify } from '../../../../electron/desktop/notify.ts';

const to = { kind: 'task', id: 't' } as const;

/** A fake of Electron's class; stores what was shown. */
function notifications({ isSupported = true } = {}) {
  const shown: (EventEmitter & { options: { title: string; body: string } })[] = [];
  class FakeNotification extends EventEmitter {
    static isSupported = () => isSupported;
    options: { title: string; body: string };
    constructor(options: { title: string; body: string }) {
      super();
      this.options = options;
    }
    show() {
      shown.push(this);
    }
  }
  return { kind: FakeNotification as never, shown };
}

test('a notification shows its text, and clicking it opens its destination once', () => {
  const { kind, shown } = notifications();
  const pressed: string[] = [];
  let isInFront = true;
  const notify = createNotify(
    kind,
    (to) => pressed.push(to.kind),
    () => isInFront,
  );
  notify?.('Video saved', 'the user sees it in the window', to);
  expect(shown).toEqual([]);
  isInFront = false;
  notify?.('Video saved', 'Dunes at noon, 11.4 MB', to);
  expect(shown.map(({ options }) => options)).toEqual([{ title: 'Video saved', body: 'Dunes at noon, 11.4 MB' }]);
  shown[0]?.emit('click');
  expect(pressed).toEqual(['task']);
  shown[0]?.emit('close');
  expect(pressed).toEqual(['task']);
});

test('text that a gateway may have written is truncated and sanitized', () => {
  const { kind, shown } = notifications();
  createNotify(
    kind,
    () => {},
    () => false,
  )?.('a\u202eb\nc', 'x'.repeat(5000), to);
  expect(shown[0]?.options.title).toBe('a b c');
  expect(shown[0]?.options.body).toHaveLength(400);
  expect(shown[0]?.options.body.endsWith('…')).toBe(true);
});

test('a system without notifications has no such host service', () => {
  const { kind } = notifications({ isSupported: false });
  expect(
    createNotify(
      kind,
      () => {},
      () => false,
    ),
  ).toBeNull();
});
