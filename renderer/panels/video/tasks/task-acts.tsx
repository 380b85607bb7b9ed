import { Activity, Ellipsis } from 'lucide-react';
import type { TaskSummary } from '#shared/contract/tasks.ts';
import { client } from '../../../lib/client/client.ts';
import { notifyFailure } from '../../../lib/failures/tell-failure.tsx';
import { saveFile } from '../../../lib/files/files.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { useAction } from '../../../lib/page/use-action.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { copyText } from '../../../ui/controls/copy-text.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import type { MenuItem } from '../../../ui/overlays/menu-items.tsx';
import { composeAgain, remix, showTaskOnWire } from '../acts.ts';
import { faceOf, isActive, lacksKey } from '../model/task-face.ts';
import { askToForget, enterKeyFor, openTask, playVideos } from './shown-task.ts';
import s from './task-card.module.css';

/** What can be done with a task: the next step as a button, the wire, and the rest in a menu. */
export function TaskActs({ task, tasks }: { task: TaskSummary; tasks: readonly TaskSummary[] }) {
  const t = useStrings().video.task;
  const wire = useAction(showTaskOnWire);
  return (
    <div className={s.acts}>
      <NextStep task={task} />
      <div className={s.lesser}>
        <Button
          size="sm"
          intent="quiet"
          busy={wire.busy}
          icon={<Icon of={Activity} size="s" />}
          onClick={() => void wire.run(task)}
        >
          {t.wire}
        </Button>
        <Menu
          align="end"
          trigger={<IconButton label={t.more} size="sm" intent="quiet" icon={<Icon of={Ellipsis} size="s" />} />}
          items={() => itemsOf(task, tasks, t)}
        />
      </div>
    </div>
  );
}

/** The one thing that most people do next. */
function NextStep({ task }: { task: TaskSummary }) {
  const t = useStrings().video.task;
  const refresh = useAction(client.tasks.refresh);
  const download = useAction(client.tasks.download);
  const { id } = task;
  switch (faceOf(task)) {
    case 'checking':
    case 'queued':
    case 'running':
    case 'in-progress':
      return (
        <Button size="sm" busy={refresh.busy} onClick={() => void refresh.run({ id })}>
          {t.pollNow}
        </Button>
      );
    case 'stopped':
    case 'lost':
      return (
        <Button size="sm" busy={refresh.busy} onClick={() => void refresh.run({ id })}>
          {t.watchAgain}
        </Button>
      );
    case 'paused':
      // Either polling waits, or the download does; the key is what both need first.
      return lacksKey(task) ? (
        <Button size="sm" intent="primary" onClick={() => enterKeyFor(id)}>
          {t.enterKey}
        </Button>
      ) : task.paused ? (
        <Button size="sm" busy={refresh.busy} onClick={() => void refresh.run({ id })}>
          {t.pollNow}
        </Button>
      ) : (
        <Button size="sm" busy={download.busy} onClick={() => void download.run({ id })}>
          {t.resume}
        </Button>
      );
    case 'not-saved':
      return (
        <Button size="sm" busy={download.busy} onClick={() => void download.run({ id })}>
          {t.download}
        </Button>
      );
    case 'saved':
    case 'done':
      return (
        <Button size="sm" onClick={() => remix(task)}>
          {t.remix}
        </Button>
      );
    case 'submitting':
    case 'fetching':
      return null;
    default:
      return task.prompt ? (
        <Button size="sm" onClick={() => composeAgain(task)}>
          {t.resubmit}
        </Button>
      ) : null;
  }
}

type Words = ReturnType<typeof useStrings>['video']['task'];

function itemsOf(task: TaskSummary, tasks: readonly TaskSummary[], t: Words): MenuItem[] {
  const { id, taskId, result, prompt, groupId } = task;
  const act = (name: string, label: string, onSelect: () => void): MenuItem => ({
    kind: 'action',
    id: name,
    label,
    onSelect,
  });
  const saved = tasks.filter((other) => other.groupId === groupId && other.result.state === 'saved');
  const { file } = result;
  return [
    act('details', t.details, () => openTask(id)),
    ...(file && result.state === 'saved' ? [act('save', t.save, () => void saveFile(file))] : []),
    ...(groupId !== null && saved.length > 1
      ? [act('compare', t.compare, () => playVideos(saved.map((other) => other.id)))]
      : []),
    ...(taskId
      ? [
          act('copy', t.copyId, () => {
            void copyText(taskId).then((done) => done && toast({ title: t.copied, body: taskId }));
          }),
        ]
      : []),
    ...(prompt ? [act('again', t.again, () => composeAgain(task))] : []),
    ...(lacksKey(task) ? [act('poll', t.pollNow, () => void client.tasks.refresh({ id }).catch(notifyFailure))] : []),
    ...(isActive(task) && task.watching
      ? [act('stop', t.stop, () => void client.tasks.stop({ id }).catch(notifyFailure))]
      : []),
    { kind: 'separator', id: 'rule' },
    { kind: 'action', id: 'forget', label: t.forget, danger: true, onSelect: () => askToForget(id) },
  ];
}
