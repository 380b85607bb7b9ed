import { Activity } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import type { TaskDetail, TaskSummary } from '#shared/contract/tasks.ts';
import { client } from '../../../lib/client/client.ts';
import { useCall } from '../../../lib/client/query.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { notifyFailure } from '../../../lib/failures/failure-text.tsx';
import { KeyForm } from '../../../lib/gateway/connections/key-form.tsx';
import { formatMs, formatPercent, formatTime } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useDates } from '../../../lib/i18n/use-dates.ts';
import { openWireRecord, type WireTab } from '../../../lib/navigation/wire-focus.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { CodeView } from '../../../ui/code/code-view.tsx';
import { indentJson } from '../../../ui/code/indent-json.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { ConfirmDialog, Dialog } from '../../../ui/overlays/dialog.tsx';
import { elapsedMs, isActive, titleOf } from '../model/task-face.ts';
import { shownTask } from '../store.ts';
import s from './task-dialogs.module.css';
import { VideoPlayer } from './video-player.tsx';

/** The dialogs of the panel: details, player, and the confirmation before tasks are removed. */
export function TaskDialogs({ tasks }: { tasks: readonly TaskSummary[] }) {
  const { detailId, playing, keyFor } = useStore(shownTask);
  const keyless = tasks.find(({ id }) => id === keyFor);
  const videos = tasks.filter(({ id, result }) => playing.includes(id) && result.file !== null);
  return (
    <>
      {detailId !== null && <TaskDetailDialog id={detailId} onClose={() => shownTask.setState({ detailId: null })} />}
      {videos.length > 0 && <VideoPlayer videos={videos} onClose={() => shownTask.setState({ playing: [] })} />}
      {keyless && <EnterKey task={keyless} onClose={() => shownTask.setState({ keyFor: null })} />}
      <ForgetQuestion tasks={tasks} />
    </>
  );
}

function ForgetQuestion({ tasks }: { tasks: readonly TaskSummary[] }) {
  const t = useStrings().video;
  const what = useStore(shownTask, ({ forget }) => forget);
  const leaving = what === 'finished' ? tasks.filter((task) => !isActive(task)) : tasks.filter(({ id }) => id === what);
  const close = () => shownTask.setState({ forget: null });
  const forget = () => {
    close();
    client.tasks.forget({ ids: leaving.map(({ id }) => id) }).catch(notifyFailure);
  };
  return (
    <ConfirmDialog
      open={leaving.length > 0}
      onOpenChange={(open) => !open && close()}
      title={what === 'finished' ? t.clearTitle : t.forgetTitle}
      body={what === 'finished' ? t.clearBody(leaving.length) : leaving.some(isActive) ? t.forgetActive : t.forgetBody}
      confirmLabel={what === 'finished' ? t.clear : t.task.forget}
      cancelLabel={t.cancel}
      intent="danger"
      onConfirm={forget}
    />
  );
}

/** Asks for the key that a paused task needs. The task resumes automatically once it is stored. */
function EnterKey({ task, onClose }: { task: TaskSummary; onClose: () => void }) {
  const t = useStrings().video.enterKey;
  const { connectionId, connectionName, keyId } = task;
  const { data: keys } = useCall('keys', 'status', { connectionId });
  const known = keys?.find(({ id }) => id === keyId) ?? keys?.[0];
  const onDone = () => {
    // Entering a key that was disabled enables it again.
    if (known?.enabled === false) client.keys.enable({ id: known.id, enabled: true }).catch(notifyFailure);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t.title(connectionName)}
      size="sm"
      closeLabel={t.close}
    >
      <p>{t.body}</p>
      {keys && <KeyForm connectionId={connectionId} replaces={known} onDone={onDone} onCancel={onClose} />}
    </Dialog>
  );
}

/** Everything known about a task: ids, history, the request and the provider's response. */
function TaskDetailDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useStrings().video.detail;
  const { data: task, error } = useCall('tasks', 'get', { id });
  const toWire = (exchangeId: string, tab: WireTab) => {
    onClose();
    openWireRecord(exchangeId, tab);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={task ? titleOf(task) : t.title}
      size="lg"
      closeLabel={t.close}
      footer={
        task && (
          <>
            <WireButton
              exchangeId={task.submitExchangeId}
              label={t.wireSubmit}
              onOpen={(exchangeId) => toWire(exchangeId, 'request')}
            />
            <WireButton
              exchangeId={task.lastPollExchangeId}
              label={t.wirePoll}
              onOpen={(exchangeId) => toWire(exchangeId, 'response')}
            />
          </>
        )
      }
    >
      {error && <FailureCard failure={error.failure} />}
      {task ? <Detail task={task} /> : !error && <Skeleton lines={[60, 80, 40]} />}
    </Dialog>
  );
}

interface WireButtonProps {
  exchangeId: string | null;
  label: string;
  onOpen: (exchangeId: string) => void;
}

function WireButton({ exchangeId, label, onOpen }: WireButtonProps) {
  if (exchangeId === null) return null;
  return (
    <Button icon={<Icon of={Activity} size="s" />} onClick={() => onOpen(exchangeId)}>
      {label}
    </Button>
  );
}

function Detail({ task }: { task: TaskDetail }) {
  const t = useStrings().video;
  const dates = useDates();
  const w = t.detail;
  const labels = { copy: w.copy, copied: w.copied, failed: w.copyFailed };
  const others = task.candidateIds.filter((id) => id !== task.taskId);
  return (
    <div className={s.detail}>
      {task.failure && <FailureCard failure={task.failure} exchangeId={task.submitExchangeId} announce={false} />}
      {task.result.state === 'failed' && task.result.failure && (
        <FailureCard failure={task.result.failure} exchangeId={task.lastPollExchangeId} announce={false} />
      )}
      <dl className={s.facts}>
        <Fact label={w.facts.id}>
          {task.taskId ? (
            <>
              <span className="mono">{task.taskId}</span> <CopyButton text={task.taskId} labels={labels} size="sm" />
            </>
          ) : (
            w.none
          )}
        </Fact>
        {others.length > 0 && (
          <Fact label={w.facts.others}>
            <span className="mono">{others.join(', ')}</span>
          </Fact>
        )}
        {task.model && (
          <Fact label={w.facts.model}>
            <span className="mono">{task.model}</span>
          </Fact>
        )}
        <Fact label={w.facts.connection}>{task.connectionName}</Fact>
        {task.keyAlias && <Fact label={w.facts.key}>{task.keyAlias}</Fact>}
        <Fact label={w.facts.family}>
          <span className="mono">{task.family}</span>
        </Fact>
        <Fact label={task.adopted ? w.facts.imported : w.facts.submitted}>
          {dates.formatDate(task.submittedAt)} {formatTime(task.submittedAt)}
        </Fact>
        {task.endedAt !== null && <Fact label={w.facts.took}>{formatMs(elapsedMs(task, task.endedAt))}</Fact>}
      </dl>
      <Section title={w.history}>
        <ol className={s.marks}>
          {task.marks.map((mark) => (
            <li key={`${mark.at} ${mark.kind} ${mark.exchangeId}`}>
              <time className="num">{formatTime(mark.at)}</time>
              <b>{w.marks[mark.kind]}</b>
              <span>
                {w.mark(
                  t.states[mark.state],
                  mark.statusWord === mark.state ? null : mark.statusWord,
                  mark.progress === null ? null : formatPercent(mark.progress),
                  mark.note,
                )}
              </span>
            </li>
          ))}
        </ol>
      </Section>
      {task.request && (
        <Section title={w.request}>
          <Json text={task.request} label={w.request} />
        </Section>
      )}
      <Section title={w.record}>
        {task.record ? <Json text={task.record} label={w.record} /> : <p className={s.quiet}>{w.noRecord}</p>}
      </Section>
      {task.resultUrls.length > 0 && (
        <Section title={w.results}>
          <ul className={s.places}>
            {task.resultUrls.map((address) => (
              <li key={address} className="mono">
                {address.slice(0, 300)}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3>{title}</h3>
    {children}
  </section>
);

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </>
);

function Json({ text, label }: { text: string; label: string }) {
  return (
    <div className={s.code}>
      <CodeView text={indentJson(text) ?? text} language="json" label={label} />
    </div>
  );
}
