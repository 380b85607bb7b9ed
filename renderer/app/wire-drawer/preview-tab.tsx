import { FailureText } from '../../lib/failures/failure-text.tsx';
import { formatNumber } from '../../lib/i18n/format.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { DraftBodyView } from '../../lib/inspector/body/draft-body-view.tsx';
import { MessageView } from '../../lib/inspector/body/message-view.tsx';
import { Unlit } from '../../lib/inspector/unlit.tsx';
import { usePreview } from '../../lib/inspector/use-preview.ts';
import { useWire } from '../../lib/navigation/wire-focus.ts';
import { Method } from '../../ui/feedback/method.tsx';
import { Note } from '../../ui/feedback/note.tsx';

/** The request as it would leave now, byte for byte, and what would stop it. */
export function PreviewTab() {
  const t = useStrings().wire;
  const draft = useWire((focus) => focus.draft);
  const { preview, failure } = usePreview(draft);
  if (!draft) return <Unlit tab="preview" />;
  const problem = failure ?? preview?.problem ?? null;
  return (
    <MessageView
      notice={
        problem && (
          <Note intent="warn">
            <FailureText failure={problem} alone />
          </Note>
        )
      }
      line={
        preview && (
          <>
            <Method>{preview.method}</Method> {preview.address}
          </>
        )
      }
      headers={preview?.headers ?? []}
      bodyTitle={preview?.bodyBytes != null ? t.bodyBytes(formatNumber(preview.bodyBytes)) : t.body}
    >
      <DraftBodyView body={draft.body} />
    </MessageView>
  );
}
