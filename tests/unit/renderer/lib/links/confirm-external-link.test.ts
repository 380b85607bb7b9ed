import { expect, test } from 'vitest';
import { linkSource } from '../../../../../renderer/lib/links/confirm-external-link.ts';
import { readLink } from '../../../../../shared/links.ts';

const addresses = [
  'https://example.com/a?b=c',
  'http://user:secret@example.com',
  'mailto:someone@example.com',
  'https://xn--e1afmkfd.example',
  'javascript:alert(1)',
  'file:///etc/passwd',
  'no address',
];

test('exactly one of page and host confirms a link, and only the page reports one that is never opened', () => {
  for (const address of addresses) {
    expect(linkSource(address, { dialogs: false })).toBe('page');
    expect(linkSource(address, { dialogs: true })).toBe(readLink(address) ? 'host' : 'page');
  }
});
