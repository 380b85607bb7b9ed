import { expect, test } from 'vitest';
import { AppError } from '#shared/routes/failure.ts';
import type { Question } from '../../../../electron/ask-person.ts';
import { createLinkGate, readLink } from '../../../../electron/link-gate.ts';

function gate(answer: boolean | Promise<boolean>) {
  const opened: string[] = [];
  const questions: Question[] = [];
  const open = createLinkGate({ openExternal: async (address) => void opened.push(address) }, async (question) => {
    questions.push(question);
    return answer;
  });
  return { open, opened, questions };
}

const refused = [
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'JAVASCRIPT:alert(1)',
  'data:text/html,<script>1</script>',
  'file:///etc/passwd',
  'file://server/share',
  '\\\\server\\share',
  '//server/share',
  'smb://server/share',
  'vbscript:msgbox',
  'blob:app://patchbay/1',
  'ms-msdt:/id',
  'ms-settings:',
  'vscode://file/etc/passwd',
  'calculator:',
  'app://patchbay/',
  'tel:123',
  'https://',
  'nonsense',
  '',
  `https://example.test/${'a'.repeat(9000)}`,
];

test.each(refused)('E10, A19: %s does not leave, and nobody is asked', async (address) => {
  const { open, opened, questions } = gate(true);
  await expect(open(address)).rejects.toThrow(AppError);
  expect([opened, questions]).toEqual([[], []]);
});

test('E10, A19: an address leaves only after the person said yes to its target', async () => {
  const yes = gate(true);
  await yes.open('https://example.test/a?b=c#d');
  expect(yes.opened).toEqual(['https://example.test/a?b=c#d']);
  expect(yes.questions[0]).toMatchObject({ message: 'Open example.test?', detail: 'https://example.test/a?b=c#d' });

  const no = gate(false);
  await no.open('https://example.test/');
  expect(no.opened).toEqual([]);
});

test('A19: what is opened is what was read, not what was written', async () => {
  const { open, opened } = gate(true);
  await open('  HTTPS:\\\\Example.TEST\\a\u202etxt ');
  expect(opened).toEqual(['https://example.test/a%E2%80%AEtxt']);
});

test('A19: the question names the real host', () => {
  expect(readLink('https://good.test@evil.test/')).toEqual({
    address: 'https://evil.test/',
    question: 'Open evil.test?',
  });
  expect(readLink('https://b\u00fccher.test:8443/')?.question).toBe(
    'Open bücher.test:8443 (written xn--bcher-kva.test:8443)?',
  );
  // A Cyrillic letter in a Latin name shows both ways.
  expect(readLink('https://\u0440aypal.test/')?.question).toMatch(/\(written xn--/);
  expect(readLink('http://[::1]:80/')?.question).toBe('Open [::1]?');
});

test('a long address is shortened in the question, not in what is opened', async () => {
  const { open, opened, questions } = gate(true);
  const address = `https://example.test/${'a'.repeat(2000)}`;
  await open(address);
  expect(opened).toEqual([address]);
  expect(questions[0]?.detail.length).toBe(601);
});

test('mail keeps its words and loses what could attach a file', () => {
  const link = readLink('mailto:a@b.test?subject=Hi%0Abcc:x@y.test&body=1%0A2&attach=/etc/passwd&attachment=x');
  expect(link?.address).toBe('mailto:a@b.test?subject=Hi%20bcc%3Ax%40y.test&body=1%0A2');
  expect(link?.question).toBe('Write a message to a@b.test?');
  expect(readLink('mailto:a%E2%80%AE@b.test')?.question).toBe('Write a message to a@b.test?');
  expect(readLink('mailto:?subject=x')?.question).toBe('Write a message?');
});

test('a page can not pile up questions', async () => {
  const waiting = Promise.withResolvers<boolean>();
  const { open, opened, questions } = gate(waiting.promise);
  const first = open('https://one.test/');
  await open('https://two.test/');
  expect(questions.length).toBe(1);
  waiting.resolve(true);
  await first;
  await open('https://three.test/');
  expect(opened).toEqual(['https://one.test/', 'https://three.test/']);
});
