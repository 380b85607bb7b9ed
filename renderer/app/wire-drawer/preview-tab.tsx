import { useEffect, useState } from 'react';
import type { DraftInput, Preview } from '#shared/contract/exchanges.ts';
import { AppError, type Failure } from '#shared/routes/failure.ts';
import { client } from '../../lib/client.ts';
import { hintOf } from '../../lib/failures.ts';
import { formatNumber } from '../../lib/format.ts';
import { useStrings } from '../../lib/strings.ts';
import { useWire } from '../../lib/wire-focus.ts';
import { Method } from '../../ui/method.tsx';
import { Note } from '../../ui/note.tsx';
import { DraftBodyView } from './draft-body-view.tsx';
import { MessageView } from './message-view.tsx';
import { Unlit } from './unlit.tsx';

/** The request as it would leave now, byte for byte, and what would stop it. */
export function PreviewTab() {
  const t = useStrings().wire;
  const draft = useWire((focus) => focus.draft);
  const { preview, failure } = usePreview(draft);
  if (!draft) return <Unlit tab="preview" />;
  const problem = failure ?? preview?.problem ?? null;
  return (
    <MessageView
      notice={problem && <Problem failure={problem} />}
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

function Problem({ failure }: { failure: Failure }) {
  return (
    <Note intent="warn">
      {failure.message} {hintOf(failure)}
    </Note>
  );
}

/** Fast enough to follow typing, slow enough not to ask for every letter of a fast typist. */
const quietMs = 90;

/** The last preview stays while the next one is on its way: nothing blinks while typing. */
function usePreview(draft: DraftInput | null): { preview: Preview | null; failure: Failure | null } {
  const [state, setState] = useState<{ preview: Preview | null; failure: Failure | null }>({
    preview: null,
    failure: null,
  });
  useEffect(() => {
    if (!draft) return;
    const leaving = new AbortController();
    const timer = setTimeout(async () => {
      try {
        setState({ preview: await client.exchanges.preview(draft, { signal: leaving.signal }), failure: null });
      } catch (thrown) {
        if (!leaving.signal.aborted) setState(({ preview }) => ({ preview, failure: AppError.from(thrown) }));
      }
    }, quietMs);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [draft]);
  return state;
}
