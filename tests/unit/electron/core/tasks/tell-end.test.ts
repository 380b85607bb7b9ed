import { expect, test } from 'vitest';
import type { StoredTask } from '#core/tasks/stored-task.ts';
import { tellEnd } from '#core/tasks/tell-end.ts';
import type { Language } from '#shared/contract/language.ts';
import { failure } from '#shared/routes/failure.ts';

const refused = failure('moderated', 'The gateway refused the content.');

/** What is told of a task that ended in a state, in a language. */
function told(state: string, result: { state: string; failure?: typeof refused | null }, language: Language): string[] {
  const said: string[] = [];
  const facts = { state, result: { failure: null, ...result }, failure: null, prompt: ' a lighthouse ', taskId: 't1' };
  tellEnd({ facts } as unknown as StoredTask, {
    notify: (title, body) => said.push(title, body),
    language: () => language,
  });
  return said;
}

test('the end of a task is told in the language that is shown', () => {
  expect(told('succeeded', { state: 'saved' }, 'en')).toEqual(['A result is ready', 'a lighthouse']);
  expect(told('succeeded', { state: 'saved' }, 'zh-CN')).toEqual(['结果已就绪', 'a lighthouse']);
  expect(told('failed', { state: 'none', failure: refused }, 'en')).toEqual([
    'A task failed',
    'a lighthouse\nThe gateway refused the content.',
  ]);
  expect(told('failed', { state: 'none', failure: refused }, 'zh-CN')).toEqual([
    '任务失败',
    'a lighthouse\n内容不被允许',
  ]);
  expect(told('running', { state: 'none' }, 'zh-CN')).toEqual([]);
});
