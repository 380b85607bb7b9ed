import { ArrowRight, Equal, Minus, Plus, RotateCw } from 'lucide-react';
import { Fragment, useState } from 'react';
import type { Connection } from '#shared/contract/connections.ts';
import type { ModelChange, ModelList, SurfaceListing } from '#shared/contract/models.ts';
import { routePath } from '#shared/protocol/route-path.ts';
import { routes } from '#shared/protocol/table.ts';
import { client } from '../../../lib/client/client.ts';
import { queryClient } from '../../../lib/client/query.ts';
import { useAction } from '../../../lib/client/use-action.ts';
import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { CoreText } from '../../../lib/failures/failure-text.tsx';
import { chooseConnection } from '../../../lib/gateway/connections/active.ts';
import { nativeOffer, surfaceOf, tryOtherStyles } from '../../../lib/gateway/connections/native-style.ts';
import { refreshModels, useModels } from '../../../lib/gateway/models/model-list.ts';
import { type Strings, useStrings } from '../../../lib/i18n/strings.ts';
import { useDates } from '../../../lib/i18n/use-dates.ts';
import { goTo } from '../../../lib/navigation/open-panel.ts';
import { toast } from '../../../lib/notices/toasts.ts';
import { persistedStore } from '../../../lib/preferences/persisted-store.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Card } from '../../../ui/layout/card.tsx';
import { useEdits } from '../drafts.ts';
import s from './models.module.css';

/** The number of listed models and when they were listed, with buttons to list them again and to open the catalog. */
export function ModelsCard({ connection, keyId }: { connection: Connection; keyId: string | undefined }) {
  const words = useStrings();
  const t = words.connections;
  const dates = useDates();
  const { data } = useModels(connection.id, keyId);
  const refresh = useAction(() => refreshModels(connection.id, keyId));
  const count = (which: 'compatible' | 'native') =>
    Object.values(data?.listedBy ?? {}).filter((lists) => lists.includes(which)).length;
  const pathOf = (which: 'compatible' | 'native') =>
    routePath(connection, routes[which === 'native' ? 'native.models' : 'models']);
  const isNative = surfaceOf(data?.surfaces ?? [], 'native')?.state === 'listed';
  const nativeKey = isNative && data?.nativeKeyStyle ? words.gateway.nativeKeyStyles[data.nativeKeyStyle] : null;
  return (
    <Card
      title={t.models}
      aside={
        data?.asOf &&
        data.models.length > 0 && <span className={s.quiet}>{t.modelsAsOf(dates.formatWhen(data.asOf))}</span>
      }
    >
      {data?.asOf && (data.models.length > 0 || data.failures.length === 0) ? (
        <dl className={s.counts}>
          <dt>{t.inAll}</dt>
          <dd>{data.models.length}</dd>
          {data.surfaces.map((listing) => {
            const { surface, state } = listing;
            const models = count(surface);
            if (state !== 'listed' && models === 0)
              return (
                <Fragment key={surface}>
                  <dt>
                    {surface === 'native' ? t.native.routes : <span className="mono-s">{pathOf('compatible')}</span>}
                  </dt>
                  <dd>{endOf(listing, words)}</dd>
                </Fragment>
              );
            return (
              <Fragment key={surface}>
                <dt className="mono-s">{pathOf(surface)}</dt>
                <dd>{models}</dd>
              </Fragment>
            );
          })}
          {nativeKey && (
            <>
              <dt>{t.native.key}</dt>
              <dd className="mono-s">
                {connection.nativeKeyStyle === 'auto' ? nativeKey : t.native.pinned(nativeKey)}
              </dd>
            </>
          )}
        </dl>
      ) : (
        <p className={s.quiet}>{data?.failures.length ? t.listFailed : t.noModels}</p>
      )}
      {data && <NativeOffer connection={connection} keyId={keyId} list={data} />}
      <div className={s.pair}>
        <Button size="sm" icon={<Icon of={RotateCw} size="s" />} busy={refresh.busy} onClick={() => void refresh.run()}>
          {t.listAgain}
        </Button>
        <Button
          size="sm"
          intent="quiet"
          icon={<Icon of={ArrowRight} size="s" />}
          onClick={() => {
            chooseConnection(connection.id);
            goTo('models');
          }}
        >
          {t.openModels}
        </Button>
      </div>
      {refresh.failure && <FailureCard failure={refresh.failure} />}
    </Card>
  );
}

interface NativeOfferProps {
  connection: Connection;
  keyId: string | undefined;
  list: ModelList;
}

/** What to try where native routes reject a key that `/v1` accepts. */
function NativeOffer({ connection, keyId, list }: NativeOfferProps) {
  const words = useStrings();
  const t = words.connections.native;
  const edits = useEdits(connection.id);
  const native = surfaceOf(list.surfaces, 'native');
  const offer = nativeOffer(list.surfaces, connection.nativeKeyStyle);
  const query = useAction(() => refreshModels(connection.id, keyId, true));
  const others = useAction(async () => {
    const style = await tryOtherStyles(connection, keyId);
    const title = style ? t.found(words.gateway.nativeKeyStyles[style]) : t.notFound;
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

/** Returns how a failed model list of one surface ended. */
function endOf({ state, failure }: SurfaceListing, { connections: t }: Strings): string {
  const status = failure?.status ?? null;
  if (state === 'not-offered') return t.native.notOffered(status);
  return state === 'key-style' ? t.native.styleRefused(status) : t.notListed(status);
}

function why({ state, tried, failure }: SurfaceListing, { nativeKeyStyle }: Connection, words: Strings): string {
  const { native: t } = words.connections;
  const { nativeKeyStyles: names } = words.gateway;
  const status = failure?.status ?? null;
  if (nativeKeyStyle !== 'auto') return t.refused(names[nativeKeyStyle], status);
  if (state === 'key-style') return t.again;
  return t.tried(words.pieces.list(tried.map(({ style }) => names[style])), status);
}

/** The changes the user dismissed, by connection: shown again when the list changes once more. */
const useDismissedChanges = persistedStore<{ changes: Record<string, string> }>(
  'model-changes-put-aside',
  { changes: {} },
  { shared: 'live' },
);

const maxShownChanges = 8;
const glyphs = { added: Plus, removed: Minus, changed: Equal } as const;

/** The differences from the list that was accepted last. */
export function ModelsChanged({ connection, keyId }: { connection: Connection; keyId: string | undefined }) {
  const { connections: t, gateway } = useStrings();
  const dates = useDates();
  const { data } = useModels(connection.id, keyId);
  const dismissed = useDismissedChanges(({ changes }) => changes[connection.id]);
  const [all, setAll] = useState(false);
  const accept = useAction(async () => {
    await client.models.acceptChanges({ connectionId: connection.id, ...(keyId && { keyId }) });
    await queryClient.invalidateQueries({ queryKey: ['models'] });
  });
  const changes = data?.changes ?? [];
  if (changes.length === 0) return null;
  const name = changes.map(({ what, modelId }) => `${what} ${modelId}`).join('\n');
  const dismiss = (text: string) =>
    useDismissedChanges.setState((state) => ({ changes: { ...state.changes, [connection.id]: text } }));
  const since = data?.changesSince ? (
    <span className={s.quiet}>{t.since(dates.formatWhen(data.changesSince))}</span>
  ) : null;
  if (dismissed === name)
    return (
      <p className={s.putAside}>
        {t.changesAside(changes.length)}
        <Button size="sm" intent="quiet" onClick={() => dismiss('')}>
          {t.showThem}
        </Button>
      </p>
    );
  return (
    <Card title={t.modelsChanged} aside={since}>
      <ul className={s.changes}>
        {(all ? changes : changes.slice(0, maxShownChanges)).map((change) => (
          <ChangeRow key={`${change.what} ${change.modelId}`} change={change} />
        ))}
      </ul>
      {changes.length > maxShownChanges && (
        <Button size="sm" intent="quiet" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? gateway.showFew : gateway.showOthers(changes.length - maxShownChanges)}
        </Button>
      )}
      <div className={s.pair}>
        <Button size="sm" busy={accept.busy} onClick={() => void accept.run()}>
          {t.accept}
        </Button>
        <Button size="sm" intent="quiet" onClick={() => dismiss(name)}>
          {t.keepOld}
        </Button>
      </div>
      {accept.failure && <FailureCard failure={accept.failure} />}
    </Card>
  );
}

function ChangeRow({ change: { what, modelId, detail } }: { change: ModelChange }) {
  const t = useStrings().connections;
  return (
    <li className={s[what]} title={detail ?? undefined}>
      <Icon of={glyphs[what]} size="xs" label={t.changeWords[what]} />
      <span className={s.changedId}>{modelId}</span>
      {detail && (
        <span className={s.quiet}>
          <CoreText>{detail}</CoreText>
        </span>
      )}
    </li>
  );
}
