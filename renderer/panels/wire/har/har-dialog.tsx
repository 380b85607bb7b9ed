import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Connection } from '#shared/contract/connections.ts';
import { useCall } from '../../../lib/client/query.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import type { FileToOpen } from '../../../lib/files/files-to-open.ts';
import { formatMs, formatNumber, formatTime } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { useAction } from '../../../lib/page/use-action.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Method } from '../../../ui/feedback/method.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { ListRow } from '../../../ui/lists/list-row.tsx';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { draftOfArguments } from '../curl/curl-draft.ts';
import { Reading } from '../curl/curl-reading.tsx';
import { FoundKey, type KeyChoice } from '../curl/found-key.tsx';
import { dropEdit, openEditor } from '../store.ts';
import s from './har-dialog.module.css';
import { type HarEntry, type HarReading, readHar } from './read-har.ts';

interface HarDialogProps {
  file: FileToOpen;
  onClose: () => void;
}

/** The requests of a HAR file. One of them can be opened in the editor; nothing is stored or sent before. */
export function HarDialog({ file, onClose }: HarDialogProps) {
  const t = useStrings().wireDetail;
  const { data: connections } = useCall('connections', 'list', {});
  const [reading, setReading] = useState<HarReading | null>(null);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [key, setKey] = useState<KeyChoice>({ kind: 'asked' });
  const read = useAction(async () => setReading(readHar(await file.read())));
  const readNow = useEffectEvent(() => void read.run());
  useEffect(readNow, []);
  const entries = reading?.kind === 'har' ? reading.entries : [];
  const first = useMemo(() => firstUsable(entries, connections ?? []), [entries, connections]);
  const chosen = entries.find(({ id }) => id === chosenId) ?? first;
  const draft = chosen ? draftOfArguments(chosen.words, connections ?? []) : null;
  const secret = draft?.kind === 'draft' ? draft.secret : null;
  const isDecided = draft?.kind === 'draft' && (secret === null || key.kind !== 'asked');
  const choose = ({ id }: HarEntry) => {
    setChosenId(id);
    setKey({ kind: 'asked' });
  };
  const open = () => {
    if (draft?.kind !== 'draft') return;
    const opened = key.kind === 'saved' ? { ...draft.draft, keyId: key.keyId } : draft.draft;
    dropEdit('har');
    openEditor('har', { draft: opened, original: opened, from: null });
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={t.har.title(file.name)}
      description={t.har.body}
      closeLabel={t.curlDialog.close}
      size="lg"
      footer={
        <>
          <Button intent="quiet" onClick={onClose}>
            {t.curlDialog.cancel}
          </Button>
          <Button intent="primary" disabled={!isDecided} onClick={open}>
            {t.curlDialog.open}
          </Button>
        </>
      }
    >
      <div className={s.column}>
        {read.busy && <Skeleton lines={[70, 90, 50]} />}
        {read.failure && <FailureCard failure={read.failure} />}
        {reading?.kind === 'not-har' && (
          <div role="alert">
            <Note intent="bad">{t.har.notHar(file.name)}</Note>
          </div>
        )}
        {reading?.kind === 'har' && entries.length === 0 && <Note intent="warn">{t.har.empty(file.name)}</Note>}
        {reading?.kind === 'har' && entries.length > 0 && (
          <>
            <p className={s.about}>{recorded(t.har, entries.length, reading.creator)}</p>
            <div className={s.list}>
              <VirtualList
                label={t.har.list}
                items={entries}
                itemKey={({ id }) => id}
                rowHeight={52}
                selectedKey={chosen?.id ?? null}
                onSelect={choose}
                onOpen={open}
                renderItem={(entry, { selected }) => <EntryRow entry={entry} selected={selected} />}
              />
            </div>
          </>
        )}
        {draft && connections && <Reading reading={draft} words={t.har} />}
        {draft?.kind === 'draft' && secret !== null && (
          <FoundKey
            secret={secret}
            connectionId={draft.connection.id}
            choice={key}
            onChoice={setKey}
            words={{ keyFound: t.har.keyFound, keyAliasStart: t.har.keyAliasStart }}
          />
        )}
      </div>
    </Dialog>
  );
}

function EntryRow({ entry, selected }: { entry: HarEntry; selected: boolean }) {
  const t = useStrings().wireDetail.har;
  const { method, address, status, startedAt, durationMs } = entry;
  const url = URL.parse(address);
  const facts = [
    url?.host,
    startedAt !== null && formatTime(startedAt),
    durationMs !== null && formatMs(durationMs),
  ].filter(Boolean);
  return (
    <ListRow
      leading={<Method>{method}</Method>}
      title={url?.pathname ?? address}
      trailing={<span className="mono-s">{status ?? t.noStatus}</span>}
      meta={facts.join(' · ')}
      selected={selected}
    />
  );
}

const recorded = (
  t: { recorded: (count: string) => string; recordedBy: (count: string, program: string) => string },
  count: number,
  creator: string | null,
) => (creator === null ? t.recorded(formatNumber(count)) : t.recordedBy(formatNumber(count), creator));

/** The first request that the editor can have, else the first one. */
const firstUsable = (entries: readonly HarEntry[], connections: readonly Connection[]): HarEntry | null =>
  entries.find(({ words }) => draftOfArguments(words, connections).kind === 'draft') ?? entries[0] ?? null;
