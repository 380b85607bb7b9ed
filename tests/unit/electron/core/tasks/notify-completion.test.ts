import { expect, test } from 'vitest';
import { notifyCompletion } from '#core/tasks/monitor.ts';
import type { StoredTask } from '#core/tasks/stored-task.ts';
import type { Language } from '#shared/contract/language.ts';
import { failure } from '#shared/protocol/failure.ts';

const refused = failure('moderated', 'The gateway refused the content.');

/** The notification of a task that ended in a state, in a language. */
function notificationFor(
  state: string,
  result: { state: string; failure?: typeof refused | null },
  language: Language,
): string[] {
  const said: string[] = [];
  const facts = {
    state,
    result: { failure: null, ...result },
    failure: null,
    prompt: ' a lighthouse ',
    id: 'own',
    taskId: 't1',
    model: 'm',
    connectionName: 'Demo',
  };
  notifyCompletion({ facts } as unknown as StoredTask, {
    notify: (title, body, to) => said.push(title, body, JSON.stringify(to)),
    language: () => language,
  });
  return said;
}

/** Names only: neither the prompt nor the gateway's message. */
const where = ['m · Demo', '{"kind":"task","id":"own"}'];

test('the end of a task is reported in the displayed language, with names only, and links to its card', () => {
  expect(notificationFor('succeeded', { state: 'saved' }, 'en')).toEqual(['A result is ready', ...where]);
  expect(notificationFor('succeeded', { state: 'saved' }, 'zh-CN')).toEqual(['结果已就绪', ...where]);
  expect(notificationFor('failed', { state: 'none', failure: refused }, 'en')).toEqual(['A task failed', ...where]);
  expect(notificationFor('failed', { state: 'none', failure: refused }, 'zh-CN')).toEqual(['任务失败', ...where]);
  expect(notificationFor('running', { state: 'none' }, 'zh-CN')).toEqual([]);
});
