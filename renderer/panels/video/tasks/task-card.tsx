import { Activity, Ban, Clock3, CloudOff, Ellipsis } from 'lucide-react';
import type { ListedTask } from '#shared/contract/tasks.ts';
import { isUnfinished } from '#shared/protocol/task-words.ts';
import { client } from '../../../lib/client/client.ts';
import { useAction } from '../../../lib/client/use-action.ts';
import { notifyFailure } from '../../../lib/failures/failure-text.tsx';
import { saveFile } from '../../../lib/files/files.ts';
import { formatMs, formatPercent } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { toast } from '../../../lib/notices/toasts.ts';
import { useNow } from '../../../lib/runs/use-now.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { copyText } from '../../../ui/controls/copy-text.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { ProgressRing } from '../../../ui/feedback/progress.tsx';
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx';
import { menuAction } from '../../../ui/overlays/menu-action.ts';
import { remix, restoreTask, showTaskOnWire } from '../acts.ts';
import { elapsedMs, faceOf, hasStrip, intentOf, isActive, lacksKey, stripOf, titleOf } from '../model/task-face.ts';
import { confirmForget, enterKeyFor, openTask, playVideos } from '../store.ts';
import { SavedThumb } from './saved-thumb.tsx';
import { TaskFacts } from './task-facts.tsx';
import s from './tasks.module.css';

/** One task: its image, state, timing and actions. */
export function TaskCard({ task, tasks }: { task: ListedTask; tasks: readonly ListedTask[] }) {
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

/** The spans of a task in true proportion. While it runs, the remaining time implied by its progress stays empty. */
function TaskStrip({ task, now }: { task: ListedTask; now: number }) {
  const t = useStrings().video;
  const parts = stripOf(task, now);
  const total = parts.reduce((sum, { ms }) => sum + ms, 0);
  // The newest state may still change, so the rest of the strip is open.
  const isOpen = isUnfinished(task.state);
  const share = task.progress ?? 0;
  // Without a percentage the elapsed time fills a third: more would suggest an end that nobody reported.
  const rest = isOpen ? (share > 0.02 ? total * (1 / share - 1) : total * 2) : 0;
  if (!hasStrip(task)) return null;
  const description = parts.map(({ kind, ms }) => t.task.part(t.spans[kind], formatMs(ms)));
  return (
    <div className={s.strip} role="img" aria-label={t.task.strip(description)}>
      {parts.map(({ kind, ms, startedAt }) => (
        <i key={startedAt} data-kind={kind} style={{ flexGrow: Math.max(ms, total / 200) }} />
      ))}
      {intentOf(faceOf(task)) === 'bad' && <i data-kind="failed" />}
      {rest > 0 && <i style={{ flexGrow: rest }} />}
    </div>
  );
}

/** The image of a card: a still of the video, its progress, or an icon that says why there is none. */
function TaskThumb({ task, now }: { task: ListedTask; now: number }) {
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

/** The actions of a task: the next step as a button, the wire, and the rest in a menu. */
function TaskActs({ task, tasks }: { task: ListedTask; tasks: readonly ListedTask[] }) {
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
          trigger={<IconButton label={t.more} size="sm" icon={<Icon of={Ellipsis} size="s" />} />}
          items={() => itemsOf(task, tasks, t)}
        />
      </div>
    </div>
  );
}

/** The most common next action. */
function NextStep({ task }: { task: ListedTask }) {
  const t = useStrings().video.task;
  const refresh = useAction(client.tasks.refresh);
  const download = useAction(client.tasks.download);
  const { id } = task;
  const { file } = task.result;
  const step = (label: string, { busy, run }: typeof refresh) => (
    <Button size="sm" busy={busy} onClick={() => void run({ id })}>
      {label}
    </Button>
  );
  switch (faceOf(task)) {
    case 'checking':
    case 'queued':
    case 'running':
    case 'in-progress':
      return step(t.pollNow, refresh);
    case 'stopped':
    case 'lost':
      return step(t.watchAgain, refresh);
    case 'paused':
      // Polling or the download is paused; both need the key first.
      if (!lacksKey(task)) return task.paused ? step(t.pollNow, refresh) : step(t.resume, download);
      return (
        <Button size="sm" intent="primary" onClick={() => enterKeyFor(id)}>
          {t.enterKey}
        </Button>
      );
    case 'not-saved':
      return (
        <>
          {step(t.download, download)}
          {task.result.failure?.code === 'wrong-type' && (
            <Button size="sm" onClick={() => openTask(id)}>
              {t.record}
            </Button>
          )}
        </>
      );
    case 'saved':
    case 'done':
      return (
        <>
          {file && (
            <Button size="sm" onClick={() => void saveFile(file)}>
              {t.save}
            </Button>
          )}
          <Button size="sm" onClick={() => remix(task)}>
            {t.remix}
          </Button>
        </>
      );
    case 'submitting':
    case 'fetching':
      return null;
    default:
      return task.prompt ? (
        <Button size="sm" onClick={() => restoreTask(task)}>
          {t.resubmit}
        </Button>
      ) : null;
  }
}

type Words = ReturnType<typeof useStrings>['video']['task'];

function itemsOf(task: ListedTask, tasks: readonly ListedTask[], t: Words): MenuItem[] {
  const { id, taskId, prompt, groupId } = task;
  const saved = tasks.filter((other) => other.groupId === groupId && other.result.state === 'saved');
  return [
    menuAction('details', t.details, () => openTask(id)),
    ...(groupId !== null && saved.length > 1
      ? [menuAction('compare', t.compare, () => playVideos(saved.map((other) => other.id)))]
      : []),
    ...(taskId
      ? [
          menuAction('copy', t.copyId, () => {
            void copyText(taskId).then((done) => done && toast({ title: t.copied, body: taskId }));
          }),
        ]
      : []),
    ...(prompt ? [menuAction('again', t.again, () => restoreTask(task))] : []),
    ...(lacksKey(task)
      ? [menuAction('poll', t.pollNow, () => void client.tasks.refresh({ id }).catch(notifyFailure))]
      : []),
    ...(isActive(task) && task.watching
      ? [menuAction('stop', t.stop, () => void client.tasks.stop({ id }).catch(notifyFailure))]
      : []),
    { kind: 'separator', id: 'rule' },
    menuAction('forget', t.forget, () => confirmForget(id), { danger: true }),
  ];
}
