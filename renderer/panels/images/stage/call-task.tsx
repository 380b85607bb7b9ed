import { useEffect } from 'react';
import type { TaskDetail } from '#shared/contract/tasks.ts';
import { useCall } from '../../../lib/client/query.ts';
import { useAction } from '../../../lib/client/use-action.ts';
import { FailureText } from '../../../lib/failures/failure-text.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { goTo } from '../../../lib/navigation/open-panel.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { imageStore } from '../images.ts';
import type { ImageTask } from '../model/generation.ts';

interface CallTaskProps {
  generationId: string;
  index: number;
  task: ImageTask;
}

/** What became of the task that a gateway made of a call; its images are added once they are saved. */
export function CallTask({ generationId, index, task }: CallTaskProps) {
  const t = useStrings().images.task;
  const follow = useAction(() => imageStore().late.followTask(generationId, index));
  const { data, error } = useCall('tasks', 'get', { id: task.rowId ?? '' }, { enabled: task.rowId !== null });
  const result = data?.result;
  useEffect(() => {
    if (result?.state === 'saved' && result.file)
      imageStore()
        .late.takeResults(generationId, index, filesOf(result))
        .catch(() => undefined);
  }, [result, generationId, index]);
  if (task.rowId === null || error)
    return (
      <Note
        intent={follow.failure ? 'warn' : 'neutral'}
        action={
          <Button size="sm" onClick={() => void follow.run()}>
            {t.track}
          </Button>
        }
      >
        {t.accepted(task.taskId)} {follow.failure && <FailureText failure={follow.failure} />}
      </Note>
    );
  if (result?.state === 'saved') return null;
  const ended = data?.failure ?? result?.failure ?? null;
  const isOver = ended !== null && (data?.endedAt ?? null) !== null;
  const failure = ended ?? data?.paused?.failure ?? null;
  return (
    <Note
      intent={isOver ? 'bad' : failure ? 'warn' : 'live'}
      action={
        <Button size="sm" intent="quiet" onClick={() => goTo('video')}>
          {t.open}
        </Button>
      }
    >
      <span role="status">
        {isOver
          ? t.failed(task.taskId)
          : t.following(task.taskId, data?.statusWord ?? task.statusWord, data?.progress ?? null)}
      </span>{' '}
      {failure && <FailureText failure={failure} />}
    </Note>
  );
}

/** A task may have several results. */
function filesOf({ file, more = [] }: TaskDetail['result'] & { more?: NonNullable<TaskDetail['result']['file']>[] }) {
  return file ? [file, ...more] : [];
}
