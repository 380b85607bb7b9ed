import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Connection } from '#shared/contract/connections.ts';
import { useCall } from '../../../lib/client/query.ts';
import { useAction } from '../../../lib/client/use-action.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import type { FileToOpen } from '../../../lib/files/files-to-open.ts';
import { formatMs, formatTime } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Method } from '../../../ui/feedback/method.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { ListRow } from '../../../ui/lists/list-row.tsx';
import { VirtualList } from '../../../ui/lists/virtual-list.tsx';
import { type CurlReading, draftOfArguments } from './curl-draft.ts';
import s from './import.module.css';
import { type HarEntry, type HarReading, readHar } from './read-har.ts';
import { ImportDialog, type KeyChoice, openImported } from './request-reading.tsx';

/** Used before a request is selected, and while the connections are loading. */
const nothing: CurlReading = { kind: 'nothing' };

interface HarDialogProps {
  file: FileToOpen;
  onClose: () => void;
}

/** Lists the requests of a HAR file. One of them can be opened in the editor; nothing is stored or sent before that. */
export function HarDialog({ file, onClose }: HarDialogProps) {
  const t = useStrings().wireDetail;
  const { data: connections } = useCall('connections', 'list', {});
  const [reading, setReading] = useState<HarReading | null>(null);
  const [selectedId, setSelectedId] = useState<string | null>(null);
  const [key, setKey] = useState<KeyChoice>({ kind: 'asked' });
  const read = useAction(async () => setReading(readHar(await file.read())));
  const readNow = useEffectEvent(() => void read.run());
  useEffect(readNow, []);
  const entries = reading?.kind === 'har' ? reading.entries : [];
  const first = useMemo(() => firstUsable(entries, connections ?? []), [entries, connections]);
  const chosen = entries.find(({ id }) => id === selectedId) ?? first;
  const draft = chosen && connections ? draftOfArguments(chosen.words, connections) : nothing;
  const secret = draft.kind === 'draft' ? draft.secret : null;
  const choose = ({ id }: HarEntry) => {
    setSelectedId(id);
    setKey({ kind: 'asked' });
  };
  return (
    <ImportDialog
      title={t.har.title(file.name)}
      description={t.har.body}
      reading={draft}
      secret={secret}
      choice={key}
      onChoice={setKey}
      onClose={onClose}
      words={t.har}
    >
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
          <p className={s.about}>{t.har.recorded(entries.length, reading.creator)}</p>
          <div className={s.list}>
            <VirtualList
              label={t.har.list}
              items={entries}
              itemKey={({ id }) => id}
              rowHeight={52}
              selectedKey={chosen?.id ?? null}
              onSelect={choose}
              onOpen={() => openImported(draft, key, onClose)}
              renderItem={(entry, { selected }) => <EntryRow entry={entry} selected={selected} />}
            />
          </div>
        </>
      )}
    </ImportDialog>
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

/** Returns the first request that the editor can open, else the first one. */
const firstUsable = (entries: readonly HarEntry[], connections: readonly Connection[]): HarEntry | null =>
  entries.find(({ words }) => draftOfArguments(words, connections).kind === 'draft') ?? entries[0] ?? null;
