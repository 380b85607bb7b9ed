import type { DragEvent, PointerEvent } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { FileRef } from '#shared/protocol/part.ts';
import { client } from '../../../../../renderer/lib/client/client.ts';
import { askKey, queryClient } from '../../../../../renderer/lib/client/query.ts';
import { dragOut } from '../../../../../renderer/lib/files/drag-out.ts';
import { stubGlobals } from '../../../../support/stub-globals.ts';

const file: FileRef = { id: 'f1', name: 'a boat.png', type: 'image/png; x=y', sizeBytes: 3 };
const page = new EventTarget();

beforeEach(() => {
  stubGlobals({
    location: { href: 'http://127.0.0.1:4242/' },
    addEventListener: page.addEventListener.bind(page),
  });
});

const hostDrags = (can: boolean) =>
  queryClient.setQueryData(askKey('host', 'info', {}), { capabilities: { dragOut: can } } as never);

function drag(props: ReturnType<typeof dragOut>) {
  const data: Record<string, string> = {};
  let isPrevented = false;
  const event = {
    dataTransfer: { setData: (type: string, text: string) => void Object.assign(data, { [type]: text }) },
    preventDefault: () => {
      isPrevented = true;
    },
    stopPropagation() {},
  };
  props.onDragStart?.(event as unknown as DragEvent);
  return { data, isPrevented };
}
const press = (props: ReturnType<typeof dragOut>) => props.onPointerDown?.({ button: 0 } as PointerEvent);
const soon = () => new Promise((resolve) => setTimeout(resolve));

test('without a file nothing can be dragged', () => expect(dragOut(null)).toEqual({}));

test('a browser gets the URL of the file’s bytes', async () => {
  hostDrags(false);
  vi.spyOn(client.files, 'link').mockResolvedValue('/f/abc');
  press(dragOut(async () => file));
  await soon();
  // Another render of the element has other functions.
  expect(drag(dragOut(file))).toEqual({
    data: { DownloadURL: 'image/png:a boat.png:http://127.0.0.1:4242/f/abc' },
    isPrevented: false,
  });
});

test('a drag does not start before its file is known', () => {
  hostDrags(false);
  const props = dragOut(() => new Promise(() => {}));
  press(props);
  expect(drag(props)).toEqual({ data: {}, isPrevented: true });
});

test('a host that supports dragging gets the file, and the drag is canceled when the button is released first', async () => {
  hostDrags(true);
  const asked: [id: string, signal: AbortSignal | undefined][] = [];
  vi.spyOn(client.host, 'dragOut').mockImplementation(async ({ id }, options) => {
    asked.push([id, options?.signal]);
    await new Promise((_, reject) => options?.signal?.addEventListener('abort', () => reject(new Error('released'))));
  });
  press(dragOut(file));
  expect(drag(dragOut(file))).toEqual({ data: {}, isPrevented: true });
  await soon();
  expect(asked.map(([id, signal]) => [id, signal?.aborted])).toEqual([['f1', false]]);
  page.dispatchEvent(new Event('pointerup'));
  expect(asked[0]?.[1]?.aborted).toBe(true);

  const late = Promise.withResolvers<FileRef>();
  const props = dragOut(() => late.promise);
  press(props);
  drag(props);
  page.dispatchEvent(new Event('pointerup'));
  late.resolve(file);
  await soon();
  expect(asked).toHaveLength(1);
});
