import { beforeEach, expect, test, vi } from 'vitest';
import { client } from '../../../../../renderer/lib/client/client.ts';
import { copyCurl } from '../../../../../renderer/lib/inspector/wire-acts.ts';
import { waitingToasts } from '../../../../../renderer/lib/notices/toasts.ts';
import { copyText, whenCopyRefused } from '../../../../../renderer/ui/controls/copy-text.ts';
import { readSources } from '../../../../support/sources.ts';

const shown: [text: string, note: string][] = [];
const refuse = () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'));
const clipboard = (writeText: (text: string) => Promise<void>) =>
  vi.stubGlobal('navigator', { clipboard: { writeText } });

beforeEach(() => {
  shown.length = 0;
  waitingToasts.setState({ list: [] });
  whenCopyRefused((...refused) => shown.push(refused));
});

test('text that the clipboard rejects is shown for manual copying; text that it accepts is not', async () => {
  clipboard(async () => undefined);
  expect([await copyText('one'), shown]).toEqual([true, []]);
  clipboard(refuse);
  expect([await copyText('two', 'a note'), shown]).toEqual([false, [['two', 'a note']]]);
  // A page without a secure origin has no clipboard at all.
  vi.stubGlobal('navigator', {});
  expect(await copyText('three')).toBe(false);
  expect(shown.at(-1)).toEqual(['three', '']);
});

test('a rejected command is shown once, with its notes, without another message', async () => {
  clipboard(refuse);
  const snippet = vi.spyOn(client.exchanges, 'snippet').mockResolvedValue({ text: 'curl x', notes: ['No file.'] });
  await copyCurl('x');
  snippet.mockRestore();
  expect(shown).toEqual([['curl x', 'No file.']]);
  expect(waitingToasts.getState().list).toEqual([]);
});

test('nothing else in the page writes to the clipboard', () => {
  const writers = readSources('renderer').filter(({ text }) => /clipboard\s*\??\.\s*write/.test(text));
  expect(writers.map(({ file }) => file)).toEqual(['renderer/ui/controls/copy-text.ts']);
});
