import type { Language } from '#shared/contract/language.ts';
import type { Failure } from '#shared/routes/failure.ts';
import { chinese } from '../exchange/verdict-phrases-zh.ts';
import type { TaskParts } from './ports.ts';
import type { StoredTask } from './stored-task.ts';

const promptLetters = 120;

type EndWord = 'ready' | 'gone' | 'unfetched' | 'lost' | 'failed';

interface EndWords {
  titles: Readonly<Record<EndWord, string>>;
  why(failure: Failure): string;
}

const wordsOf: Readonly<Record<Language, EndWords>> = {
  en: {
    titles: {
      ready: 'A result is ready',
      gone: 'A result is no longer there',
      unfetched: 'A result could not be fetched',
      lost: 'A task is no longer known',
      failed: 'A task failed',
    },
    why: ({ message }) => message,
  },
  'zh-CN': {
    titles: {
      ready: '结果已就绪',
      gone: '结果已不存在',
      unfetched: '结果无法取得',
      lost: '任务已无法找到',
      failed: '任务失败',
    },
    why: chinese.reason,
  },
};

/** Tells the person that a task has come to its end, in the system's own way. */
export function tellEnd(
  { facts }: StoredTask,
  { notify, language = () => 'en' }: Pick<TaskParts, 'notify' | 'language'>,
): void {
  const end = endOf(facts);
  if (end === null) return;
  const words = wordsOf[language()];
  const about = facts.prompt.trim() || facts.taskId || facts.connectionName;
  const why = facts.result.failure ?? facts.failure;
  notify(words.titles[end], [about.slice(0, promptLetters), why && words.why(why)].filter(Boolean).join('\n'));
}

function endOf({ state, result }: StoredTask['facts']): EndWord | null {
  if (state === 'succeeded') {
    if (result.state === 'saved') return 'ready';
    return result.state === 'expired' ? 'gone' : 'unfetched';
  }
  if (state === 'lost') return 'lost';
  return state === 'failed' || state === 'cancelled' || state === 'expired' ? 'failed' : null;
}
