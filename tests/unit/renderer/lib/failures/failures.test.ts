import { afterEach, expect, test } from 'vitest';
import { type Failure, failure, failureCodes } from '#shared/protocol/failure.ts';
import { sentencesOf } from '../../../../../renderer/lib/failures/failure-sentences.ts';
import { headlineOf, lineOf } from '../../../../../renderer/lib/failures/failures.ts';
import { loadStrings, strings } from '../../../../../renderer/lib/i18n/strings.ts';

afterEach(() => loadStrings('en'));

test('every failure code has a message, and a hint in the failure itself takes precedence', async () => {
  await loadStrings();
  for (const code of failureCodes) {
    expect(headlineOf(failure(code, 'm')).length).toBeGreaterThan(3);
    expect(sentencesOf(failure(code, 'm'), 'en').hint.length).toBeGreaterThan(3);
  }
  expect(sentencesOf(failure('dns', 'm', { hint: 'Own words.' }), 'en').hint).toBe('Own words.');
});

test('where only plain text fits, the core speaks English and other languages use their own words', async () => {
  const lost = failure('dns', 'No host gw.test is known.');
  await loadStrings();
  expect(lineOf(lost, 'en', strings())).toBe('No host gw.test is known.');
  await loadStrings('zh-CN');
  expect(lineOf(lost, 'zh-CN', strings())).toBe('找不到主机');
  // The page's own messages are already in its language.
  expect(lineOf(failure('storage', '文件未被接收（413）。'), 'zh-CN', strings())).toBe('文件未被接收（413）。');
});

test('where the hint of the core contradicts the one of its code, only its own is given', async () => {
  await loadStrings('zh-CN');
  const known = { hint: 'Its operator must fix this.', retryable: false };
  expect(sentencesOf(failure('upstream', 'The gateway is misconfigured.', known), 'zh-CN')).toMatchObject({
    hint: '',
    core: 'The gateway is misconfigured. Its operator must fix this.',
  });
});

test('what earlier versions stored at the start of the hint is said once', () => {
  const old = { ...failure('refused', 'm', { hint: 'Nothing was sent. Start the gateway.' }), effect: undefined };
  expect(sentencesOf(old as unknown as Failure, 'en', strings(), 'not-sent')).toMatchObject({
    kept: 'Nothing was sent. Your input is kept.',
    hint: 'Start the gateway.',
  });
});
