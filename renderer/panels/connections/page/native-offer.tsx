import type { Connection } from '#shared/contract/connections.ts';
import type { ModelList, SurfaceListing } from '#shared/contract/models.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { nativeOffer, surfaceOf, tryOtherStyles } from '../../../lib/gateway/connections/native-style.ts';
import { refreshModels } from '../../../lib/gateway/models/model-list.ts';
import { type Strings, useStrings } from '../../../lib/i18n/strings.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { useAction } from '../../../lib/page/use-action.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { useEdits } from '../drafts.ts';
import s from './models.module.css';

interface NativeOfferProps {
  connection: Connection;
  keyId: string | undefined;
  list: ModelList;
}

/** What can be tried where native routes do not take a key that `/v1` accepts. */
export function NativeOffer({ connection, keyId, list }: NativeOfferProps) {
  const words = useStrings();
  const t = words.connections.native;
  const edits = useEdits(connection.id);
  const native = surfaceOf(list.surfaces, 'native');
  const offer = nativeOffer(list.surfaces, connection.nativeKeyStyle);
  const query = useAction(() => refreshModels(connection.id, keyId, true));
  const others = useAction(async () => {
    const style = await tryOtherStyles(connection, keyId);
    const title = style ? t.found(words.connections.nativeKeyStyles[style]) : t.notFound;
    toast({ intent: style ? 'ok' : 'neutral', title });
  });
  if (!native || !offer) return null;
  const failure = query.failure ?? others.failure;
  return (
    <>
      <div className={s.offer}>
        <p className={s.quiet}>{why(native, connection, words)}</p>
        {offer === 'query' ? (
          <Button size="sm" busy={query.busy} onClick={() => void query.run()}>
            {t.tryQuery}
          </Button>
        ) : (
          <Button
            size="sm"
            busy={others.busy}
            disabledReason={edits ? words.connections.saveFirst : undefined}
            onClick={() => void others.run()}
          >
            {t.tryOthers}
          </Button>
        )}
      </div>
      {failure && <FailureCard failure={failure} />}
    </>
  );
}

/** How the list of a surface that did not come ended. */
export function endOf({ state, failure }: SurfaceListing, { connections: t }: Strings): string {
  const status = failure?.status ?? null;
  if (state === 'not-offered') return t.native.notOffered(status);
  return state === 'key-style' ? t.native.styleRefused(status) : t.notListed(status);
}

function why({ state, tried, failure }: SurfaceListing, { nativeKeyStyle }: Connection, words: Strings): string {
  const { native: t, nativeKeyStyles: names } = words.connections;
  const status = failure?.status ?? null;
  if (nativeKeyStyle !== 'auto') return t.refused(names[nativeKeyStyle], status);
  if (state === 'key-style') return t.again;
  return t.tried(words.pieces.list(tried.map(({ style }) => names[style])), status);
}
