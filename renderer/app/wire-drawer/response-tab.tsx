import { hintOf } from '../../lib/failures.ts';
import { formatNumber } from '../../lib/format.ts';
import { useAsk } from '../../lib/query.ts';
import { useStrings } from '../../lib/strings.ts';
import { Badge } from '../../ui/badge.tsx';
import { Note } from '../../ui/note.tsx';
import { BodySwitch, useBodyMode } from './body-switch.tsx';
import { MessageView } from './message-view.tsx';
import { RecordedBody } from './recorded-body.tsx';
import { Unlit } from './unlit.tsx';
import s from './wire-drawer.module.css';

/** The answer as it came: status line, headers with their duplicates, and the body. */
export function ResponseTab({ exchangeId }: { exchangeId: string | null }) {
  const t = useStrings().wire;
  const { data } = useAsk('exchanges', 'get', { id: exchangeId ?? '' }, { enabled: exchangeId !== null });
  const body = useBodyMode(data?.response?.mediaType ?? null);
  if (!data) return <Unlit tab="response" />;
  const { response, failure } = data;
  if (!response)
    return (
      <p className={s.unlit}>
        <b>{data.state === 'running' ? t.noResponseYet : t.noResponse}</b>
        {failure && `${failure.message} ${hintOf(failure)}`}
      </p>
    );
  return (
    <MessageView
      notice={failure && <Note intent={response.status >= 400 ? 'bad' : 'odd'}>{failure.message}</Note>}
      line={
        <>
          HTTP/{response.httpVersion} <Badge intent={response.status >= 400 ? 'bad' : 'ok'}>{response.status}</Badge>{' '}
          {response.statusText}
        </>
      }
      headers={response.headers}
      bodyTitle={t.bodyBytes(formatNumber(response.bodyBytes))}
      bodyActions={response.bodyBytes > 0 && <BodySwitch {...body} />}
    >
      <RecordedBody
        key={data.id}
        exchangeId={data.id}
        side="response"
        sizeBytes={response.bodyBytes}
        mode={body.mode}
      />
    </MessageView>
  );
}
