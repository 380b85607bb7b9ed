import { useState } from 'react';
import type { DraftInput } from '#shared/contract/exchanges.ts';
import { routes } from '#shared/protocol/table.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TabList, TabPanel, Tabs } from '../../../ui/controls/tabs.tsx';
import { JsonEditor } from '../../../ui/json/json-editor.tsx';
import { changeDraft } from '../store.ts';
import s from './editor.module.css';
import { FormRows } from './form-rows.tsx';
import { PairRows } from './pair-rows.tsx';

type Part = 'body' | 'query' | 'headers';

/** Body, query and headers of a request, to change. */
export function DraftParts({ editKey, draft }: { editKey: string; draft: DraftInput }) {
  const t = useStrings().wireDetail.editor;
  const [part, setPart] = useState<Part>('body');
  const { query = [], headers = [] } = draft;
  const counted = (count: number) => (count > 0 ? { count } : {});
  return (
    <Tabs value={part} onValueChange={setPart} className={s.tabs}>
      <div className={s.tabRow}>
        <TabList
          label={t.title}
          tabs={[
            { value: 'body', label: t.body },
            { value: 'query', label: t.query, ...counted(query.length) },
            { value: 'headers', label: t.headers, ...counted(headers.length) },
          ]}
        />
      </div>
      <TabPanel value={part} className={s.panel}>
        {part === 'body' && <Body editKey={editKey} draft={draft} />}
        {part === 'query' && (
          <div className={s.scroll}>
            <PairRows pairs={query} onChange={(next) => changeDraft(editKey, { query: next })} label={t.query} />
          </div>
        )}
        {part === 'headers' && (
          <div className={s.scroll}>
            <p className={s.hint}>{t.headersHint}</p>
            <PairRows pairs={headers} onChange={(next) => changeDraft(editKey, { headers: next })} label={t.headers} />
          </div>
        )}
      </TabPanel>
    </Tabs>
  );
}

function Body({ editKey, draft: { body, routeId } }: { editKey: string; draft: DraftInput }) {
  const t = useStrings().wireDetail.editor;
  if (body.kind === 'none') return <p className={s.hint}>{t.noBody}</p>;
  if (body.kind === 'form')
    return (
      <div className={s.scroll}>
        <FormRows
          fields={body.fields}
          onChange={(fields) => changeDraft(editKey, { body: { kind: 'form', fields } })}
        />
      </div>
    );
  const put = (text: string) => changeDraft(editKey, { body: { ...body, text } });
  const tidy = tidied(body.text);
  return (
    <div className={s.body}>
      <span className={s.bodyActs}>
        <Button
          size="sm"
          intent="quiet"
          disabled={tidy === null || tidy === body.text}
          onClick={() => tidy && put(tidy)}
        >
          {t.tidy}
        </Button>
      </span>
      <JsonEditor value={body.text} onValueChange={put} label={t.bodyJson} fields={routes[routeId].needs} fill />
    </div>
  );
}

function tidied(text: string): string | null {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return null;
  }
}
