import type { Language } from '#shared/contract/language.ts';
import type { TaskParts } from './ports.ts';
import type { StoredTask } from './stored-task.ts';

type EndWord = 'ready' | 'gone' | 'unfetched' | 'lost' | 'failed';

const titles: Readonly<Record<Language, Readonly<Record<EndWord, string>>>> = {
  en: {
    ready: 'A result is ready',
    gone: 'A result is no longer there',
    unfetched: 'A result could not be fetched',
    lost: 'A task is no longer known',
    failed: 'A task failed',
  },
  'zh-CN': {
    ready: '结果已就绪',
    gone: '结果已不存在',
    unfetched: '结果无法取得',
    lost: '任务已无法找到',
    failed: '任务失败',
  },
};

/** Tells the user that a task has come to its end: its model and connection, never its prompt or a gateway's words. */
export function notifyCompletion(
  { facts }: StoredTask,
  { notify, language = () => 'en' }: Pick<TaskParts, 'notify' | 'language'>,
): void {
  const end = endOf(facts);
  if (end === null) return;
  const { id, model, connectionName } = facts;
  notify(titles[language()][end], [model, connectionName].filter(Boolean).join(' · '), { kind: 'task', id });
}

function endOf({ state, result }: StoredTask['facts']): EndWord | null {
  if (state === 'succeeded') {
    if (result.state === 'saved') return 'ready';
    return result.state === 'expired' ? 'gone' : 'unfetched';
  }
  if (state === 'lost') return 'lost';
  return state === 'failed' || state === 'cancelled' || state === 'expired' ? 'failed' : null;
}
