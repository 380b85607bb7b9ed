import type { DraftInput, Preview } from '#shared/contract/exchanges.ts';
import type { Failure } from '#shared/protocol/failure.ts';
import { FailureText } from '../../../lib/failures/failure-text.tsx';
import { formatNumber } from '../../../lib/i18n/format.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { HeaderList } from '../../../lib/inspector/message-view.tsx';
import { Tick } from '../../../ui/controls/tick.tsx';
import { Method } from '../../../ui/feedback/method.tsx';
import { Note } from '../../../ui/feedback/note.tsx';
import { changeDraft } from '../store.ts';
import s from './editor.module.css';

export interface DraftPreviewProps {
  editKey: string;
  draft: DraftInput;
  preview: Preview | null;
  problem: Failure | null;
}

/** How the request would leave now, and what stands against it. */
export function DraftPreview({ editKey, draft, preview, problem }: DraftPreviewProps) {
  const t = useStrings().wireDetail.editor;
  const allowsMisuse = draft.options?.allowMisuse ?? false;
  const isMisuse = problem?.code === 'misuse' || allowsMisuse;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <section className={s.right} aria-label={t.preview} tabIndex={0}>
      <h2>{t.preview}</h2>
      <div role="status">
        {problem ? (
          <Note intent="warn">
            <b>{t.problem}.</b> <FailureText failure={problem} alone />
          </Note>
        ) : (
          <p className={s.quiet}>{preview ? t.fine : t.nothing}</p>
        )}
      </div>
      {isMisuse && (
        <Tick
          label={t.allowMisuse}
          checked={allowsMisuse}
          onCheckedChange={(allowMisuse) => changeDraft(editKey, { options: { ...draft.options, allowMisuse } })}
        />
      )}
      {preview && (
        <>
          <p className={s.line}>
            <Method>{preview.method}</Method> {preview.address}
          </p>
          <HeaderList headers={preview.headers} />
          {preview.bodyBytes !== null && <p className={s.quiet}>{t.bytes(formatNumber(preview.bodyBytes))}</p>}
        </>
      )}
    </section>
  );
}
