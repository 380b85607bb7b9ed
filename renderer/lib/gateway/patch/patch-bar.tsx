import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import type { RunState } from '#shared/protocol/failure.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { routePath } from '#shared/protocol/route-path.ts';
import { routes } from '#shared/protocol/table.ts';
import { withSigns } from '../../../ui/base/hidden-signs.tsx';
import { Cord, type CordState, Jack, PatchLine, type RingState } from '../../../ui/diagrams/patch-line.tsx';
import { Method } from '../../../ui/feedback/method.tsx';
import { useStrings } from '../../i18n/strings.ts';
import { type TakenModelHandoff, useModelHandoff } from '../../navigation/model-handoff.ts';
import { workField } from '../../navigation/work-field.ts';
import { rememberedModel, rememberModel, useActive } from '../connections/active.ts';
import type { SeveralModels } from '../models/model-choices.ts';
import { ModelPopover } from '../models/model-popover.tsx';
import s from './patch-bar.module.css';
import { keyItems, type RoutePlaces, routeItems } from './patch-menus.ts';

/** `failed` is no response at all, `cut` a response that broke off. */
export type PatchState = 'idle' | 'preparing' | 'streaming' | 'done' | 'cut' | 'failed';

/** What the patch line shows of a run that has not started, has not arrived, or has ended. */
export const patchStates: Record<Exclude<PatchState, 'cut'> | 'waiting' | RunState, PatchState> = {
  idle: 'idle',
  waiting: 'idle',
  preparing: 'preparing',
  streaming: 'streaming',
  done: 'done',
  'done-with-warnings': 'done',
  interrupted: 'cut',
  cancelled: 'cut',
  failed: 'failed',
};

export interface PatchBarProps {
  panel: string;
  routeId: RouteId;
  /** The routes to choose from; absent where there is only one. */
  routeIds?: readonly RouteId[] | undefined;
  onRouteChange?: ((routeId: RouteId) => void) | undefined;
  /** Shown in place of the route: a request to a custom path. */
  request?: { method: string; path: string } | undefined;
  /** `null`: the panel needs no model. */
  model: string | null;
  onModelChange: (model: string) => void;
  /** Lets the user select several models, where the panel sends one request to each. */
  several?: SeveralModels | undefined;
  state: PatchState;
  /**
   * The connection and key that the work shown belongs to. The model socket then lists the models of that connection and
   * keeps its model when another connection is selected for the page.
   */
  home?: { connectionId: string; keyId: string | null } | undefined;
  /** Sockets that were changed since the newest response: they are empty and their cords dotted until they respond. */
  changed?: ChangedSockets | undefined;
  /** Called when a key is selected in the key socket, in addition to selecting it for the page. */
  onKeyChange?: ((keyId: string, alias: string) => void) | undefined;
  /**
   * Receives a model that was selected elsewhere. Default: it is put into the model socket, and its route into the
   * route socket.
   */
  onOffer?: ((offer: TakenModelHandoff) => void) | undefined;
  /** Compares a model of the model socket with others. */
  onCompare?: ((model: string) => void) | undefined;
  /** Run state and clock, at the right. */
  aside?: ReactNode;
}

export interface ChangedSockets {
  key: boolean;
  route: boolean;
  model: boolean;
}

/** Cords and socket centers by state: key to route, route to model; a center fills when its part has responded. */
const drawn: Record<PatchState, { cords: [CordState, CordState]; rings: [RingState, RingState, RingState] }> = {
  idle: { cords: ['idle', 'idle'], rings: ['on', 'off', 'off'] },
  preparing: { cords: ['live', 'live'], rings: ['on', 'on', 'off'] },
  streaming: { cords: ['live', 'live'], rings: ['on', 'on', 'on'] },
  done: { cords: ['done', 'done'], rings: ['on', 'on', 'on'] },
  cut: { cords: ['done', 'cut'], rings: ['on', 'on', 'bad'] },
  failed: { cords: ['done', 'cut'], rings: ['on', 'on', 'bad'] },
};

/** Returns what is drawn for a run of `state`, without the sockets that were changed since. */
export function drawnLine(state: PatchState, changed?: ChangedSockets): (typeof drawn)[PatchState] {
  const { cords, rings } = drawn[state];
  if (!changed) return { cords, rings };
  return {
    cords: [
      changed.key || changed.route ? 'idle' : cords[0],
      changed.key || changed.route || changed.model ? 'idle' : cords[1],
    ],
    rings: [changed.key ? 'off' : rings[0], changed.route ? 'off' : rings[1], changed.model ? 'off' : rings[2]],
  };
}

/** Key, route and model as three sockets; the cords between them show the state of the run. */
export function PatchBar({
  panel,
  routeId,
  routeIds = [routeId],
  onRouteChange = () => undefined,
  request,
  model,
  onModelChange,
  several,
  state,
  home,
  changed,
  onKeyChange,
  onOffer,
  onCompare,
  aside,
}: PatchBarProps) {
  const t = useStrings().pieces.patch;
  const { cords, rings } = drawnLine(state, changed);
  const isChanged = changed !== undefined && (changed.key || changed.route || changed.model);
  const active = useActive();
  const connectionId = home?.connectionId ?? active.connection?.id;
  useModelOfConnection(panel, connectionId, model, onModelChange, home !== undefined);
  useModelHandoff((offer) => {
    if (onOffer) return onOffer(offer);
    const { model: offered, routeId: offeredRoute } = offer;
    if (offeredRoute !== null && offeredRoute !== routeId && routeIds.includes(offeredRoute))
      onRouteChange(offeredRoute);
    onModelChange(offered);
  });
  const gateway = active.connection;
  return (
    <PatchLine aside={aside}>
      <KeyJack active={active} ring={active.key ? rings[0] : 'off'} onKeyChange={onKeyChange} />
      <Cord state={cords[0]} label={isChanged ? t.changed : t.state[state]} />
      <Jack
        ring={rings[1]}
        label={t.route}
        data-place="route"
        menu={() => routeItems(routeIds, routeId, gateway, onRouteChange, t.routes)}
        nextFocus={workField}
      >
        <RouteName routeId={routeId} request={request} gateway={gateway} />
      </Jack>
      {model !== null && (
        <>
          <Cord state={cords[1]} />
          <ModelJack
            panel={panel}
            ring={rings[2]}
            routeId={routeId}
            connectionId={connectionId}
            keyId={home ? (home.keyId ?? undefined) : active.key?.id}
            model={model}
            onModelChange={onModelChange}
            several={several}
            onCompare={onCompare}
          />
        </>
      )}
    </PatchLine>
  );
}

/**
 * Selects the model that a panel used last on this connection, if it has none or its connection was changed, unless its
 * work keeps its model.
 */
function useModelOfConnection(
  panel: string,
  connectionId: string | undefined,
  model: string | null,
  onModelChange: (model: string) => void,
  keepsModel: boolean,
): void {
  const seen = useRef(connectionId);
  const take = useEffectEvent(() => {
    if (model === null) return;
    const remembered = connectionId ? rememberedModel(panel, connectionId) : '';
    if (
      remembered &&
      remembered !== model &&
      (model === '' || (!keepsModel && seen.current !== undefined && seen.current !== connectionId))
    )
      onModelChange(remembered);
    seen.current = connectionId;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another connection is the occasion
  useEffect(() => take(), [connectionId]);
}

function KeyJack({
  active,
  ring,
  onKeyChange,
}: {
  active: ReturnType<typeof useActive>;
  ring: RingState;
  onKeyChange: PatchBarProps['onKeyChange'];
}) {
  const t = useStrings().pieces.patch;
  const { connection, key } = active;
  return (
    <Jack
      ring={ring}
      label={t.key}
      data-place="key"
      menu={() => keyItems(active, t.manageKeys, onKeyChange)}
      nextFocus={workField}
    >
      {key?.alias ?? (connection ? t.noKey : t.noConnection)}
    </Jack>
  );
}

function RouteName({
  routeId,
  request,
  gateway,
}: Pick<PatchBarProps, 'routeId' | 'request'> & { gateway: RoutePlaces | null }) {
  if (request)
    return (
      <>
        <Method>{request.method}</Method> <span className="mono">{request.path}</span>
      </>
    );
  const { method, path, transport } = routes[routeId];
  return (
    <>
      <Method>{transport === 'websocket' ? 'WS' : method}</Method>{' '}
      <span className="mono">{gateway ? routePath(gateway, routes[routeId]) : path}</span>
    </>
  );
}

function ModelJack({
  panel,
  ring,
  routeId,
  connectionId,
  keyId,
  model,
  onModelChange,
  several,
  onCompare,
}: Pick<PatchBarProps, 'panel' | 'routeId' | 'onModelChange' | 'several' | 'onCompare'> & {
  model: string;
  ring: RingState;
  connectionId: string | undefined;
  keyId: string | undefined;
}) {
  const t = useStrings().pieces.patch;
  const choose = (next: string) => {
    if (connectionId) rememberModel(panel, connectionId, next);
    onModelChange(next);
  };
  return (
    <ModelPopover
      label={t.chooseModel}
      trigger={
        <Jack ring={ring} label={t.model} chevron data-place="model">
          {model ? (
            <span className="mono">{withSigns(model, 'code')}</span>
          ) : (
            <span className={s.missing}>{t.chooseModel}</span>
          )}
          {several && several.ids.length > 1 && <span className={s.others}>+{several.ids.length - 1}</span>}
        </Jack>
      }
      connectionId={connectionId}
      keyId={keyId}
      routeId={routeId}
      value={model}
      onValueChange={choose}
      several={several}
      onCompare={onCompare}
      nextFocus={workField}
    />
  );
}
