import { afterEach, expect, test } from 'vitest';
import { failure, failureCodes } from '#shared/protocol/failure.ts';
import { headlineOf, hintOf, lineOf } from '../../../../../renderer/lib/failures/failures.ts';
import { loadStrings, strings } from '../../../../../renderer/lib/i18n/strings.ts';

afterEach(() => loadStrings('en'));

test('every failure code has a message, and a hint in the failure itself takes precedence', async () => {
  await loadStrings();
  for (const code of failureCodes) {
    expect(headlineOf(failure(code, 'm')).length).toBeGreaterThan(3);
    expect(hintOf(failure(code, 'm')).length).toBeGreaterThan(3);
  }
  expect(hintOf(failure('dns', 'm', { hint: 'Own words.' }))).toBe('Own words.');
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
