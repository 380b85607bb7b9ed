import { BookMarked, Ellipsis, Plus, Search } from 'lucide-react';
import { useDeferredValue, useRef, useState } from 'react';
import {
  duplicateChoices,
  type PromptFile,
  type PromptRow,
  type SavedKind,
  savedKinds,
} from '#shared/contract/prompts.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { menuAction } from '../../ui/overlays/menu-action.ts';
import { client } from '../client/client.ts';
import { useCall } from '../client/query.ts';
import { useAction } from '../client/use-action.ts';
import { FailureCard } from '../failures/failure-card.tsx';
import { admitFile, chooseFiles } from '../files/files.ts';
import { useStrings } from '../i18n/strings.ts';
import { toast } from '../notices/toasts.ts';
import s from './saved.module.css';
import { type EditedPrompt, exportSaved, newPrompt, removeSaved } from './saved-acts.ts';
import { SavedEditor } from './saved-editor.tsx';

export interface SavedLibraryProps {
  /** The kind that is listed at first; default: both. */
  kind?: SavedKind;
  nextFocus?: () => HTMLElement | null;
  onClose: () => void;
}

const rowPx = 52;

/** The saved prompts and presets: find, edit, duplicate, delete, import and export. */
export function SavedLibrary({ kind: first, nextFocus, onClose }: SavedLibraryProps) {
  const { library: t, kinds } = useStrings().prompts;
  const [kind, setKind] = useState<SavedKind | 'all'>(first ?? 'all');
  const [text, setText] = useState('');
  const { data } = useCall(
    'prompts',
    'list',
    { text: useDeferredValue(text.trim()), ...(kind !== 'all' && { kind }) },
    { keepPrevious: true },
  );
  const [edited, setEdited] = useState<EditedPrompt | null>(null);
  const [file, setFile] = useState<{ id: string; content: PromptFile } | null>(null);
  const search = useRef<HTMLInputElement>(null);
  const choose = useAction(async () => {
    const [chosen] = await chooseFiles({ accept: '.json,application/json', multiple: false });
    if (!chosen) return;
    const { id } = await admitFile(chosen);
    setFile({ id, content: await client.prompts.importPreview({ fileId: id }) });
  });
  const open = useAction(async (id: string, change: (prompt: EditedPrompt) => EditedPrompt) => {
    const prompt = await client.prompts.get({ id });
    if (prompt) setEdited(change(prompt));
  });
  const { copyOf } = useStrings().prompts.editor;
  const failure = choose.failure ?? open.failure;
  const rows = data ?? [];
  const isEmpty = data !== undefined && rows.length === 0;
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={t.title}
      description={t.hint}
      size="lg"
      closeLabel={t.close}
      initialFocus={search}
      nextFocus={nextFocus}
      footer={
        <Button intent="primary" onClick={onClose}>
          {t.close}
        </Button>
      }
    >
      <div className={s.form}>
        <div className={s.bar}>
          <span className={s.search}>
            <TextField
              ref={search}
              type="search"
              icon={<Icon of={Search} size="s" />}
              value={text}
              onValueChange={setText}
              aria-label={t.search}
              placeholder={t.search}
            />
          </span>
          <Button icon={<Icon of={Plus} size="s" />} onClick={() => setEdited(newPrompt())}>
            {t.add}
          </Button>
          <Button busy={choose.busy} onClick={() => void choose.run()}>
            {t.import}
          </Button>
          <Button disabled={isEmpty && text === ''} onClick={() => void exportSaved()}>
            {t.export}
          </Button>
        </div>
        {failure && <FailureCard failure={failure} announce />}
        <div className={s.bar}>
          <Segmented
            label={kinds.label}
            value={kind}
            onValueChange={setKind}
            options={(['all', ...savedKinds] as const).map((value) => ({ value, label: kinds.some[value] }))}
          />
          <span className={s.hint} role="status">
            {data && t.count(rows.length)}
          </span>
        </div>
        {isEmpty && text.trim() === '' ? (
          <EmptyState title={t.empty} icon={<Icon of={BookMarked} />}>
            {t.emptyBody}
          </EmptyState>
        ) : (
          <div className={s.rows}>
            <VirtualList
              label={t.title}
              items={rows}
              itemKey={({ id }) => id}
              rowHeight={rowPx}
              renderItem={(row) => (
                <LibraryRow
                  row={row}
                  onEdit={() => void open.run(row.id, (prompt) => prompt)}
                  onDuplicate={() =>
                    void open.run(row.id, (prompt) => ({ ...newPrompt(prompt), ...fresh(), name: copyOf(prompt.name) }))
                  }
                />
              )}
            />
          </div>
        )}
      </div>
      {edited && <SavedEditor prompt={edited} onDone={() => setEdited(null)} />}
      {file && <SavedImport fileId={file.id} content={file.content} onDone={() => setFile(null)} />}
    </Dialog>
  );
}

/** What makes a copy a prompt of its own. */
const fresh = () => ({ id: crypto.randomUUID(), revision: 0 });

interface LibraryRowProps {
  row: PromptRow;
  onEdit: () => void;
  onDuplicate: () => void;
}

function LibraryRow({ row: { id, name, preset, excerpt, variables }, onEdit, onDuplicate }: LibraryRowProps) {
  const { library: t, picker, kinds } = useStrings().prompts;
  return (
    <div className={s.row}>
      <button type="button" className={s.open} onClick={onEdit}>
        <span className={s.first}>
          <span className="cut-text">{name}</span>
          {preset && <Badge>{kinds.preset}</Badge>}
          {variables.length > 0 && <span className={s.note}>{picker.variables(variables.length)}</span>}
        </span>
        <span className={`cut-text ${s.excerpt}`}>{preset ? kinds.about(preset.scope, excerpt) : excerpt}</span>
      </button>
      <Menu
        align="end"
        trigger={<IconButton label={t.more(name)} size="sm" icon={<Icon of={Ellipsis} size="s" />} />}
        items={[
          menuAction('edit', t.edit, onEdit),
          menuAction('duplicate', t.duplicate, onDuplicate),
          menuAction('export', t.exportOne, () => void exportSaved([id])),
          { kind: 'separator', id: 'before-remove' },
          menuAction('remove', t.remove, () => void removeSaved(id), { danger: true }),
        ]}
      />
    </div>
  );
}

interface SavedImportProps {
  fileId: string;
  content: PromptFile;
  onDone: () => void;
}

const intents = { new: 'ok', same: 'neutral', differs: 'warn' } as const;

/** What a file contains, beside what is saved, before anything is imported. */
function SavedImport({ fileId, content: { prompts, unreadable }, onDone }: SavedImportProps) {
  const { import: t, kinds } = useStrings().prompts;
  const [duplicates, setDuplicates] = useState<(typeof duplicateChoices)[number]>('skip');
  const taken = prompts.filter(({ state }) => state === 'differs').length;
  const count = prompts.filter(({ state }) => state === 'new').length + (duplicates === 'skip' ? 0 : taken);
  const take = useAction(async () => {
    const { added, replaced } = await client.prompts.importFile({ fileId, duplicates });
    toast({ intent: 'ok', title: t.imported(added + replaced) });
    onDone();
  });
  return (
    <FormDialog
      title={t.title}
      cancelLabel={t.cancel}
      onCancel={onDone}
      submitLabel={t.import(count)}
      onSubmit={() => void take.run()}
      busy={take.busy}
      blocked={count === 0 ? t.nothing : undefined}
    >
      <div className={s.form}>
        {take.failure && <FailureCard failure={take.failure} announce />}
        {unreadable > 0 && <p role="status">{t.unreadable(unreadable)}</p>}
        {prompts.length > 0 && (
          <div className={s.rows} style={{ height: Math.min(prompts.length * rowPx + 2, 320) }}>
            <VirtualList
              label={t.title}
              items={prompts.map((prompt, at) => ({ ...prompt, at }))}
              itemKey={({ at }) => String(at)}
              rowHeight={rowPx}
              renderItem={({ name, kind, excerpt, state }) => (
                <div className={s.row}>
                  <span className={s.open}>
                    <span className={s.first}>
                      <span className="cut-text">{name}</span>
                      {kind === 'preset' && <Badge>{kinds.preset}</Badge>}
                    </span>
                    <span className={`cut-text ${s.excerpt}`}>{excerpt}</span>
                  </span>
                  <Badge intent={intents[state]}>{t.states[state]}</Badge>
                </div>
              )}
            />
          </div>
        )}
        {taken > 0 && (
          <Field label={t.duplicates}>
            <Segmented
              label={t.duplicates}
              value={duplicates}
              onValueChange={setDuplicates}
              options={duplicateChoices.map((value) => ({ value, label: t.choices[value] }))}
            />
          </Field>
        )}
      </div>
    </FormDialog>
  );
}
