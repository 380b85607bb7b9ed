import { FailureCard } from '../../../lib/failure-card.tsx';
import { useStrings } from '../../../lib/strings.ts';
import { openWire } from '../../../lib/wire-focus.ts';
import { BreakLine } from '../../../ui/break-line.tsx';
import { ErrorCard } from '../../../ui/error-card.tsx';
import { Note } from '../../../ui/note.tsx';
import { sendAgain } from '../composer/send-order.ts';
import { chooseFieldStyle } from '../desk.ts';
import { styleAskedFor } from '../model/field-refusal.ts';
import type { Call, Generation } from '../model/generation.ts';

/** How the calls of a generation ended, where that needs a word; the best next step first. */
export function CallEnds({ generation }: { generation: Generation }) {
  const failed = generation.calls.filter(({ failure, state }) => failure !== null && state !== 'cancelled');
  return (
    <>
      {generation.calls.map((call, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: calls have no other name and never change places
        <CallEnd key={index} generation={generation} call={call} isFirst={call === failed[0]} />
      ))}
    </>
  );
}

function CallEnd({ generation, call, isFirst }: { generation: Generation; call: Call; isFirst: boolean }) {
  const t = useStrings().images;
  const { failure, state, pictures, previews, texts, warnings, exchangeId } = call;
  const { order } = generation;
  if (state === 'running') return null;
  const isEmpty = state !== 'failed' && pictures.length === 0 && texts.every((text) => text === '');
  const style = styleAskedFor(order, failure);
  const isLegacy = order.routeId === 'edits' && [400, 404, 405, 500].includes(failure?.status ?? 0);
  return (
    <>
      {failure && state === 'interrupted' && previews.length > 0 && <BreakLine>{t.result.broke}</BreakLine>}
      {failure && state !== 'cancelled' && (
        <FailureCard
          failure={failure}
          exchangeId={exchangeId}
          sent={call.sent}
          announce={isFirst}
          actions={[
            ...(style
              ? [
                  {
                    label: t.fieldStyle.switchTo[style],
                    intent: 'primary' as const,
                    onSelect: () => {
                      chooseFieldStyle(order.connectionId, style);
                      sendAgain(generation, { fieldStyle: style });
                    },
                  },
                ]
              : []),
            ...(isFirst ? [{ label: t.result.again, onSelect: () => sendAgain(generation) }] : []),
          ]}
        />
      )}
      {style && <Note intent="warn">{t.fieldStyle.refused}</Note>}
      {isLegacy && <Note intent="warn">{t.legacyRefused}</Note>}
      {state === 'cancelled' && <Note>{pictures.length > 0 ? t.result.stoppedKept : t.result.stopped}</Note>}
      {isEmpty && !failure && state !== 'cancelled' && (
        <ErrorCard
          intent="odd"
          title={order.routeId === 'edits' ? t.result.noText : t.result.noPicture}
          actions={[{ label: t.result.again, onSelect: () => sendAgain(generation) }]}
          {...(exchangeId ? { wire: { label: t.result.wire, onSelect: () => openWire(exchangeId, 'response') } } : {})}
        >
          <p>{t.result.noPictureBody}</p>
        </ErrorCard>
      )}
      {warnings.map(({ code, message }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: warnings have no other name and never change places
        <Note key={`${code} ${index}`} intent="odd">
          {code === 'task' ? t.result.task(message) : message}
        </Note>
      ))}
    </>
  );
}
