import { expect, test } from 'vitest';
import { readLink } from '../../../../electron/link-gate.ts';
import { whoAsks } from '../../../../renderer/lib/ask-to-open.ts';
import { describeLink } from '../../../../renderer/lib/links.ts';

const addresses = [
  'https://example.com/a?b=c',
  'http://user:secret@example.com',
  'mailto:someone@example.com',
  'https://xn--e1afmkfd.example',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'no address',
];

test('exactly one of page and host asks about a link, and only the page speaks of one that is never opened', () => {
  for (const address of addresses) {
    expect(whoAsks(address, { dialogs: false })).toBe('page');
    expect(whoAsks(address, { dialogs: true })).toBe(describeLink(address) ? 'host' : 'page');
  }
});

test('what the page leaves to the desktop, the desktop has a question for', () => {
  for (const address of addresses)
    if (whoAsks(address, { dialogs: true }) === 'host') expect(readLink(address)?.question).toMatch(/\?$/);
});
