import { EventEmitter } from 'node:events';
import type { HandlerDetails, WebContents, WindowOpenHandlerResponse } from 'electron';
import { expect, test } from 'vitest';
import { lockNavigation } from '../../../../../electron/desktop/security/navigation-lock.ts';

class Contents extends EventEmitter {
  opener: ((details: HandlerDetails) => WindowOpenHandlerResponse) | undefined;
  setWindowOpenHandler(handler: (details: HandlerDetails) => WindowOpenHandlerResponse): void {
    this.opener = handler;
  }
}

function lock() {
  const contents = new Contents();
  const offered: string[] = [];
  lockNavigation(contents as unknown as WebContents, (address) => offered.push(address));
  const isDenied = (event: string, url: string, isMainFrame = true) => {
    let denied = false;
    contents.emit(event, { url, isMainFrame, preventDefault: () => (denied = true) });
    return denied;
  };
  return { contents, offered, isDenied };
}

const events = ['will-navigate', 'will-frame-navigate', 'will-redirect'];

test.each(events)('%s navigates only to the page itself', (event) => {
  const { isDenied } = lock();
  for (const url of [
    'https://example.test/',
    'http://127.0.0.1:4000/',
    'file:///etc/passwd',
    'data:text/html,x',
    'javascript:alert(1)',
    'about:blank',
    'blob:app://patchbay/1',
    'app://evil/',
    'app://patchbay/assets/x.js',
    'app://patchbay/files/secret',
    'app://patchbay/?x',
  ])
    expect([url, isDenied(event, url)]).toEqual([url, true]);
  expect(isDenied(event, 'app://patchbay/')).toBe(false);
  expect(isDenied(event, 'app://patchbay/#chat')).toBe(false);
});

test.each(events)('%s keeps a frame inside the page on the document that draws diagrams', (event) => {
  const { isDenied } = lock();
  expect(isDenied(event, 'app://patchbay/', false)).toBe(true);
  expect(isDenied(event, 'https://example.test/', false)).toBe(true);
  expect(isDenied(event, 'about:srcdoc', false)).toBe(true);
  expect(isDenied(event, 'app://patchbay/diagram-frame', true)).toBe(true);
  expect(isDenied(event, 'app://patchbay/diagram-frame', false)).toBe(false);
});

test('no second window opens; its address is passed to the external-link check', () => {
  const { contents, offered } = lock();
  expect(contents.opener?.({ url: 'https://example.test/' } as HandlerDetails)).toEqual({ action: 'deny' });
  expect(offered).toEqual(['https://example.test/']);
});

test('no webview is attached, and the page cannot keep the window open', () => {
  const { isDenied } = lock();
  expect(isDenied('will-attach-webview', '')).toBe(true);
  expect(isDenied('will-prevent-unload', '')).toBe(true);
});
