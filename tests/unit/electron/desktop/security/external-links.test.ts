import { expect, test } from 'vitest';
import { AppError } from '#shared/protocol/failure.ts';
import type { Question } from '../../../../../electron/desktop/dialogs/app-dialogs.ts';
import { createExternalLinks } from '../../../../../electron/desktop/security/external-links.ts';

function gate(answer: boolean | Promise<boolean>) {
  const opened: string[] = [];
  const questions: Question[] = [];
  const open = createExternalLinks({ openExternal: async (address) => void opened.push(address) }, async (question) => {
    questions.push(question);
    return answer;
  });
  return { open, opened, questions };
}

const refused = [
  'javascript:alert(1)',
  'file:///etc/passwd',
  '\\\\server\\share',
  'https:\\\\example.test',
  'ms-msdt:/id',
  'app://patchbay/',
  'https://',
  '',
  `https://example.test/${'a'.repeat(9000)}`,
];

test.each(refused)('%s is not opened, and nothing is asked', async (address) => {
  const { open, opened, questions } = gate(true);
  await expect(open(address)).rejects.toThrow(AppError);
  expect([opened, questions]).toEqual([[], []]);
});

test('an address is opened only after the user confirmed its target', async () => {
  const yes = gate(true);
  await yes.open('https://example.test/a?b=c#d');
  expect(yes.opened).toEqual(['https://example.test/a?b=c#d']);
  expect(yes.questions[0]).toMatchObject({ message: 'Open example.test?', detail: 'https://example.test/a?b=c#d' });

  const no = gate(false);
  await no.open('https://example.test/');
  expect(no.opened).toEqual([]);
});

test('the parsed address is opened, not the one as written', async () => {
  const { open, opened } = gate(true);
  await open('  HTTPS://user:secret@Example.TEST/a\u202etxt ');
  expect(opened).toEqual(['https://example.test/a%E2%80%AEtxt']);
});

test.each([
  ['https://good.test@evil.test/', 'Open evil.test?'],
  ['https://b\u00fccher.test:8443/', 'Open bücher.test:8443 (written xn--bcher-kva.test:8443)?'],
  // A Cyrillic letter in a Latin name.
  ['https://\u0440aypal.test/', 'Open \u0440aypal.test (written xn--aypal-uye.test)?'],
  ['http://[::1]:80/', 'Open [::1]?'],
  ['mailto:a%E2%80%AE@b.test?subject=x', 'Write a message to a@b.test?'],
  ['mailto:?subject=x', 'Write a message?'],
])('the question for %s names its real target', async (address, question) => {
  const { open, questions } = gate(false);
  await open(address);
  expect(questions.map(({ message }) => message)).toEqual([question]);
});

test('a long address is shortened in the question, not when it is opened', async () => {
  const { open, opened, questions } = gate(true);
  const address = `https://example.test/${'a'.repeat(2000)}`;
  await open(address);
  expect(opened).toEqual([address]);
  expect(questions[0]?.detail.length).toBe(601);
});

test('a page cannot pile up questions', async () => {
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
