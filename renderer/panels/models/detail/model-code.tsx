import { useState } from 'react';
import type { SnippetLanguage } from '#shared/contract/exchanges.ts';
import type { ModelRecord } from '#shared/protocol/part.ts';
import { routes } from '#shared/protocol/table.ts';
import { useCall } from '../../../lib/client/query.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { CoreText } from '../../../lib/failures/failure-text.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { snippetLanguages } from '../../../lib/inspector/snippets.ts';
import { CodeView } from '../../../ui/code/code-view.tsx';
import { CopyButton } from '../../../ui/controls/copy-button.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import s from './model-detail.module.css';
import { type SampleRoute, sampleDraft, sampleRoutesFor } from './sample-draft.ts';

interface ModelCodeProps {
  id: string;
  model: ModelRecord | null;
  connectionId: string;
  keyId: string | undefined;
}

/** How to call the model: a small program for each route that takes it, with the key from the environment. */
export function ModelCode({ id, model, connectionId, keyId }: ModelCodeProps) {
  const t = useStrings();
  const offered = sampleRoutesFor(model);
  const [routeId, setRoute] = useState<SampleRoute>(offered[0] ?? 'chat.completions');
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  const draft = sampleDraft(routeId, id, connectionId, keyId);
  const { data, error } = useCall('exchanges', 'draftSnippet', { draft, language }, { keepPrevious: true });
  return (
    <>
      <h3>{t.models.code}</h3>
      <div className={s.choices}>
        <Select
          label={t.models.codeRoute}
          size="sm"
          mono
          value={routeId}
          onValueChange={setRoute}
          options={offered.map((value) => ({ value, label: routes[value].path }))}
        />
        <Select
          label={t.wire.snippet.language}
          size="sm"
          width={140}
          value={language}
          onValueChange={setLanguage}
          options={snippetLanguages.map((value) => ({ value, label: t.wire.snippets[value] }))}
        />
        {data && <CopyButton text={data.text} size="sm" labels={t.models.copyCode} />}
      </div>
      {error ? (
        <FailureCard failure={error.failure} announce={false} />
      ) : (
        <div className={s.code} aria-busy={data === undefined}>
          <CodeView text={data?.text ?? t.wire.snippet.writing} label={t.models.code} />
        </div>
      )}
      <p className={s.quiet}>{t.wire.snippet.body}</p>
      {data?.notes.map((note) => (
        <Note key={note} intent="warn">
          <CoreText>{note}</CoreText>
        </Note>
      ))}
    </>
  );
}
