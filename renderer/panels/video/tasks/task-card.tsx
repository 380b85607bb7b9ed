import { Activity, Ban, Clock3, CloudOff, Ellipsis } from 'lucide-react';
import type { TaskSummary } from '#shared/contract/tasks.ts';
import { client } from '../../../lib/client/client.ts';
import { notifyFailure } from '../../../lib/failures/tell-failure.tsx';
import { saveFile } from '../../../lib/files/files.ts';
import { formatMs, formatPercent } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { useAction } from '../../../lib/page/use-action.ts';
import { useNow } from '../../../lib/page/use-now.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { lazyPart } from '../../../ui/base/lazy-module.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { copyText } from '../../../ui/controls/copy-text.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { ProgressRing } from '../../../ui/feedback/progress-ring.tsx';
import { Menu } from '../../../ui/overlays/menu.tsx';
import type { MenuItem } from '../../../ui/overlays/menu-items.tsx';
import { composeAgain, remix, showTaskOnWire } from '../acts.ts';
import {
  elapsedMs,
  faceOf,
  hasStrip,
  intentOf,
  isActive,
  isOpenEnded,
  lacksKey,
  stripOf,
  titleOf,
} from '../model/task-face.ts';
import { askToForget, enterKeyFor, openTask, playVideos } from './shown-task.ts';
import s from './task-card.module.css';
import { TaskFacts } from './task-facts.tsx';

/** One task: its picture, how it stands, how its time went, and what can be done with it. */
export function TaskCard({ task, tasks }: { task: TaskSummary; tasks: readonly TaskSummary[] }) {
  const t = useStrings().video;
  const now = useNow(isActive(task) || task.result.expiresAt !== null);
  const face = faceOf(task);
  const parent = task.parentId === null ? undefined : tasks.find(({ id }) => id === task.parentId);
  return (
    <article className={s.card} data-running={isActive(task)} aria-label={titleOf(task)}>
      <TaskThumb task={task} now={now} />
      <div className={s.head}>
        <Badge intent={intentOf(face)}>{t.faces[face]}</Badge>
        <h3 className="cut-text">{titleOf(task)}</h3>
        {task.model && <span className={`mono ${s.model}`}>{task.model}</span>}
      </div>
      <TaskStrip task={task} now={now} />
      <TaskFacts task={task} parent={parent} now={now} />
      <TaskActs task={task} tasks={tasks} />
    </article>
  );
}

/** The stretches of a task's life in true proportion. While it lasts, the rest of what its progress foretells stays empty. */
function TaskStrip({ task, now }: { task: TaskSummary; now: number }) {
  const t = useStrings().video;
  const parts = stripOf(task, now);
  const total = parts.reduce((sum, { ms }) => sum + ms, 0);
  const isRunning = isOpenEnded(task);
  const share = task.progress ?? 0;
  // The first minutes of a task without a percentage fill a third: more would promise an end that nobody named.
  const rest = isRunning ? (share > 0.02 ? total * (1 / share - 1) : total * 2) : 0;
  if (!hasStrip(task)) return null;
  const said = parts.map(({ kind, ms }) => t.task.part(t.spans[kind], formatMs(ms))).join(', ');
  return (
    <div className={s.strip} role="img" aria-label={t.task.strip(said)}>
      {parts.map(({ kind, ms, startedAt }) => (
        <i key={startedAt} data-kind={kind} style={{ flexGrow: Math.max(ms, total / 200) }} />
      ))}
      {intentOf(faceOf(task)) === 'bad' && <i data-kind="failed" />}
      {rest > 0 && <i style={{ flexGrow: rest }} />}
    </div>
  );
}

/** It comes with the first video that was saved. */
const SavedThumb = lazyPart(async () => (await import('./saved-thumb.tsx')).SavedThumb, <div className={s.thumb} />);

/** The picture of a card: a still of the film, how far it is, or why there is none. */
function TaskThumb({ task, now }: { task: TaskSummary; now: number }) {
  const t = useStrings().video.task;
  const { result, progress } = task;
  const face = faceOf(task);
  if (result.state === 'saved' && result.file)
    return <SavedThumb taskId={task.id} title={titleOf(task)} file={result.file} />;
  const share = face === 'fetching' && result.totalBytes ? result.receivedBytes / result.totalBytes : progress;
  if (face === 'running' || face === 'fetching')
    return (
      <div className={s.thumb}>
        <ProgressRing value={share} label={t.progress} size={44} />
        {share !== null && <span className={s.time}>{formatPercent(share)}</span>}
      </div>
    );
  return (
    <div className={s.thumb}>
      <span className={s.sign} data-bad={face === 'failed' || face === 'refused' || face === 'lost'}>
        <Icon of={isActive(task) ? Clock3 : face === 'expired' || face === 'not-saved' ? CloudOff : Ban} />
      </span>
      {isActive(task) && <span className={s.time}>{formatMs(elapsedMs(task, now))}</span>}
    </div>
  );
}

/** What can be done with a task: the next step as a button, the wire, and the rest in a menu. */
function TaskActs({ task, tasks }: { task: TaskSummary; tasks: readonly TaskSummary[] }) {
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
