import type { ListedTask } from '#shared/contract/tasks.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { focusPlace } from '../../../lib/runs/send-blocker.ts';
import { lazyPart } from '../../../ui/base/lazy-module.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { replacePrompt } from '../acts.ts';
import { useTasks } from '../use-tasks.ts';
import s from './tasks.module.css';

/** Loaded with the first task. */
const TaskCards = lazyPart(async () => (await import('./task-cards.tsx')).TaskCards, <div className={s.bar} />);

/** The tasks, or how to begin. */
export function TaskList({ tasks }: { tasks: readonly ListedTask[] }) {
  const t = useStrings().video;
  const { isPending, error } = useTasks();
  if (error) return <FailureCard failure={error.failure} />;
  if (isPending)
    return (
      <div className={s.pending} aria-busy>
        <p role="status">{t.loading}</p>
        <Skeleton lines={[80, 65, 72]} />
      </div>
    );
  if (tasks.length === 0) return <NoTasks />;
  return <TaskCards tasks={tasks} />;
}

/** Fills the prompt and focuses it, so that Enter sends it. */
function tryExample(example: string): void {
  replacePrompt(example);
  focusPlace('prompt');
}

function NoTasks() {
  const t = useStrings().video.empty;
  return (
    <div className={s.empty}>
      <h2>{t.title}</h2>
      <p>{t.body}</p>
      <ul className={s.examples}>
        {t.examples.map((example) => (
          <li key={example}>
            <button type="button" onClick={() => tryExample(example)}>
              {example}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
