import { Download, Plus } from 'lucide-react';
import { useState } from 'react';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { toast } from '../../lib/page/toasts.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { askForTexts, browseFiles, takeCorpus } from './documents/importing.ts';
import { withDocumentAfter } from './model/rank-set.ts';
import { lab, useSet } from './rerank.ts';
import type { ExportKind } from './save-export.ts';
import s from './toolbar.module.css';
import { showView, useView, type View } from './view.ts';

/** Which part is shown, and what can be done with it. */
export function Toolbar() {
  const t = useStrings().rerank;
  const { outcome, documents } = useSet();
  const view = useView((state) => state.view);
  const [clearing, setClearing] = useState(false);
  const views: View[] = ['documents', 'result', ...((outcome?.calls.length ?? 0) > 1 ? (['apart'] as const) : [])];
  const shown = outcome && views.includes(view) ? view : outcome ? 'result' : 'documents';
  return (
    <div className={s.bar}>
      {outcome && (
        <Segmented
          label={t.views.label}
          value={shown}
          onValueChange={showView}
          options={views.map((value) => ({ value, label: t.views[value] }))}
        />
      )}
      <span className={s.count}>{t.table.count(documents.length)}</span>
      <span className={s.space} />
      {shown === 'documents' ? (
        <>
          {documents.length > 0 && (
            <Button intent="quiet" onClick={() => setClearing(true)}>
              {t.table.clear}
            </Button>
          )}
          <AddMenu />
        </>
      ) : (
        <ExportMenu />
      )}
      <ConfirmDialog
        open={clearing}
        onOpenChange={setClearing}
        title={t.table.clearTitle}
        body={t.table.clearBody}
        confirmLabel={t.table.clear}
        cancelLabel={t.table.cancel}
        intent="danger"
        onConfirm={() => lab().change((set) => ({ ...set, documents: [] }))}
      />
    </div>
  );
}

function AddMenu() {
  const t = useStrings().rerank.add;
  const { connection } = useActive();
  return (
    <Menu
      align="end"
      trigger={<Button icon={<Icon of={Plus} size="s" />}>{t.menu}</Button>}
      items={[
        { kind: 'action', id: 'paste', label: t.paste, onSelect: askForTexts },
        { kind: 'action', id: 'browse', label: t.browse, onSelect: () => void browseFiles() },
        { kind: 'action', id: 'corpus', label: t.corpus, onSelect: () => void takeCorpus(connection?.id) },
        {
          kind: 'action',
          id: 'one',
          label: t.one,
          onSelect: () => lab().change((set) => withDocumentAfter(set, null)),
        },
      ]}
    />
  );
}

function ExportMenu() {
  const t = useStrings().rerank.export;
  const save = async (kind: ExportKind) => {
    try {
      const { saveExport } = await import('./save-export.ts');
      const name = await saveExport(lab().current(), kind);
      if (name) toast({ intent: 'ok', title: t.saved(name) });
    } catch {
      toast({ intent: 'bad', title: t.failed });
    }
  };
  return (
    <Menu
      align="end"
      trigger={<Button icon={<Icon of={Download} size="s" />}>{t.menu}</Button>}
      items={[
        { kind: 'action', id: 'csv', label: t.csv, onSelect: () => void save('csv') },
        { kind: 'action', id: 'json', label: t.json, onSelect: () => void save('json') },
      ]}
    />
  );
}
