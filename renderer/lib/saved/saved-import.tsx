import { useState } from 'react';
import { duplicateChoices, type PromptFile } from '#shared/contract/prompts.ts';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { Badge } from '../../ui/feedback/badge.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { VirtualList } from '../../ui/lists/virtual-list.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { client } from '../client/client.ts';
import { useAction } from '../client/use-action.ts';
import { FailureCard } from '../failures/failure-card.tsx';
import { useStrings } from '../i18n/strings.ts';
import { toast } from '../notices/toasts.ts';
import s from './saved.module.css';

interface SavedImportProps {
  fileId: string;
  content: PromptFile;
  onDone: () => void;
}

const rowPx = 52;
const intents = { new: 'ok', same: 'neutral', differs: 'warn' } as const;

/** What a file contains, beside what is saved, before anything is imported. */
export function SavedImport({ fileId, content: { prompts, unreadable }, onDone }: SavedImportProps) {
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
