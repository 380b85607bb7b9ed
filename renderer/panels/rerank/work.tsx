import { Search } from 'lucide-react';
import { useStore } from 'zustand';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { NoConnection } from '../../lib/gateway/connections/no-connection.tsx';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useRequestedOrigin } from '../../lib/navigation/exchange-origin.ts';
import { useWireFocus } from '../../lib/navigation/wire-focus.ts';
import { keysLabel, useShortcut } from '../../lib/page/shortcuts.ts';
import { useBlockedSend } from '../../lib/runs/send-blocker.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { lazyModule, useLazyModule } from '../../ui/base/lazy-module.ts';
import { Button } from '../../ui/controls/button.tsx';
import { DropZone } from '../../ui/controls/drop-zone.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { askForTexts, browseFiles, importFiles, importText, takeCorpus } from './documents/importing.ts';
import { openSet } from './list/acts.ts';
import { withTexts } from './model/rank-set.ts';
import { lab, useSet } from './rerank.ts';
import { Toolbar } from './toolbar.tsx';
import { useHome } from './use-home.ts';
import { useNextDraft, useRank } from './use-rank.ts';
import { useView } from './view.ts';
import s from './work.module.css';

const sendingNotes = lazyModule(() => import('./sending-notes.tsx'));
const importDialog = lazyModule(() => import('./documents/import-dialog.tsx'));
const documentsView = lazyModule(() => import('./documents/documents-table.tsx'));
const resultView = lazyModule(() => import('./result/result.tsx'));

/** Query above, below it the documents or what became of them; binds the wire drawer to both. */
export function RerankWork() {
  const t = useStrings().rerank;
  const { ready, connection } = useActive();
  const opening = useStore(lab(), (state) => state.opening);
  const { query, outcome, documents } = useSet();
  const { blocker, running, count, start } = useRank();
  const { said, attempt } = useBlockedSend(blocker);
  const send = () => attempt(start);
  const { mustChoose } = useHome();
  const notes = useLazyModule(sendingNotes, mustChoose || said !== undefined);
  const importing = useLazyModule(importDialog);
  const newest = outcome?.calls.findLast(({ exchangeId }) => exchangeId !== null)?.exchangeId;
  useWireFocus(useNextDraft(), newest ?? outcome?.retrieval?.exchangeId ?? null);
  useRequestedOrigin('rerank', ({ documentId }) => void openSet(documentId));
  useShortcut(
    { id: 'rerank.rank', keys: '$mod+Enter', title: t.runTitle, group: t.title, inFields: true },
    send,
    !running,
  );
  if (ready && !connection)
    return (
      <div className={s.work}>
        <h1 className="sr-only">{t.title}</h1>
        <NoConnection words={t} />
      </div>
    );
  return (
    <DropZone
      className={s.work}
      title={t.drop}
      hint={t.dropHint}
      onFiles={(files) => void importFiles(files)}
      onText={(text) => importText(text)}
    >
      <h1 className="sr-only">{t.title}</h1>
      <div className={s.query}>
        <TextField
          value={query}
          onValueChange={(next) => lab().change((set) => ({ ...set, query: next }))}
          aria-label={t.query}
          data-place="query"
          placeholder={t.queryPlaceholder}
          icon={<Icon of={Search} />}
          size="lg"
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return;
            // Else the same key would press what the focus is led to.
            event.preventDefault();
            if (!running) send();
          }}
        />
        {running ? (
          <Button key="stop" intent="stop" size="lg" onClick={() => lab().stop()}>
            {t.stop}
          </Button>
        ) : (
          <Button
            key="run"
            intent="primary"
            size="lg"
            disabledReason={blocker?.reason}
            shortcut={blocker ? undefined : keysLabel('$mod+Enter')}
            onClick={start}
          >
            {count > 0 ? t.run(count) : t.runNone}
          </Button>
        )}
      </div>
      {notes && <notes.SendingNotes said={said} />}
      {opening ? (
        <div className={s.opening} aria-busy>
          <p role="status">{t.opening}</p>
          <Skeleton lines={[60, 75, 48]} />
        </div>
      ) : documents.length === 0 && !outcome ? (
        <NoDocuments />
      ) : (
        <Shown />
      )}
      {importing && <importing.ImportDialog />}
    </DropZone>
  );
}

function Shown() {
  const { outcome, documents } = useSet();
  const view = useView((state) => state.view);
  const isDocuments = view === 'documents' || !outcome;
  const loaded = useLazyModule(resultView, outcome !== null);
  const table = useLazyModule(documentsView, documents.length > 0);
  return (
    <>
      <Toolbar />
      {isDocuments ? (
        documents.length === 0 ? (
          <NoDocuments />
        ) : (
          table && <table.DocumentsTable />
        )
      ) : (
        loaded && <loaded.Result view={view} />
      )}
    </>
  );
}

function NoDocuments() {
  const t = useStrings().rerank;
  const { connection } = useActive();
  const takeSample = () =>
    lab().change((set) => withTexts({ ...set, query: set.query || t.sampleQuery }, t.sampleDocuments, 'replace'));
  return (
    <EmptyState
      title={t.empty.title}
      level={2}
      actions={
        <>
          <Button intent="primary" data-place="documents" onClick={askForTexts}>
            {t.add.paste}
          </Button>
          <Button onClick={() => void browseFiles()}>{t.add.browse}</Button>
          <Button onClick={() => void takeCorpus(connection?.id)}>{t.add.corpus}</Button>
          <Button onClick={takeSample}>{t.empty.sample}</Button>
        </>
      }
    >
      {t.empty.body}
    </EmptyState>
  );
}
