import { Check, ChevronDown, Minus, TriangleAlert } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import type { ModelList, SurfaceListing } from '#shared/contract/models.ts';
import { capabilityOfRoute, fitOf } from '#shared/protocol/capabilities.ts';
import type { ModelRecord } from '#shared/protocol/part.ts';
import { usualPrefixes } from '#shared/protocol/route-path.ts';
import { useCall } from '../../lib/client/query.ts';
import { headlineOf } from '../../lib/failures/failures.ts';
import { rememberedModel, rememberModel } from '../../lib/gateway/connections/active.ts';
import { useModels } from '../../lib/gateway/models/model-list.ts';
import { ModelPopover } from '../../lib/gateway/models/model-popover.tsx';
import { openChecks } from '../../lib/gateway/patch/open-checks.ts';
import { formatMs } from '../../lib/i18n/format.ts';
import { type Strings, useStrings } from '../../lib/i18n/strings.ts';
import { handOffMessage } from '../../lib/navigation/message-handoff.ts';
import { goTo } from '../../lib/navigation/open-panel.ts';
import { classes } from '../../ui/base/class-names.ts';
import { Icon } from '../../ui/base/icon.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Led } from '../../ui/feedback/led.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { listedRoutes, modelRouteCount } from './sockets.ts';
import s from './welcome.module.css';

export interface ListedProps {
  connectionId: string;
  keyId?: string;
  state: 'listing' | 'failed' | 'done';
  onEdit: () => void;
}

/** What the gateway listed, row by row as it arrives, and where to go from there. */
export function Listed({ connectionId, keyId, state, onEdit }: ListedProps) {
  const words = useStrings();
  const t = words.welcome;
  const { data: list } = useModels(connectionId);
  const native = list?.surfaces.find(({ surface }) => surface === 'native');
  const served = list ? [...listedRoutes(list)].filter((id) => capabilityOfRoute(id) !== null).length : 0;
  return (
    <>
      <dl className={s.listed} aria-live="polite">
        {(['compatible', 'native'] as const).map((surface) => (
          <SurfaceRow
            key={surface}
            connectionId={connectionId}
            surface={surface}
            list={list}
            isListing={state === 'listing'}
          />
        ))}
        {native?.state === 'listed' && list?.nativeKeyStyle && (
          <Row label={t.nativeKey} mark={<Icon of={Check} size="s" />}>
            <code>{words.gateway.nativeKeyStyles[list.nativeKeyStyle]}</code>
          </Row>
        )}
        {served > 0 && <Row label={t.routes}>{t.routesListed(served, modelRouteCount)}</Row>}
      </dl>
      {state === 'done' && list && (
        <NextSteps connectionId={connectionId} keyId={keyId} models={list.models} onEdit={onEdit} />
      )}
    </>
  );
}

interface NextStepsProps {
  connectionId: string;
  keyId: string | undefined;
  models: readonly ModelRecord[];
  onEdit: () => void;
}

/** A first message, which the chat sends as soon as it has opened; without text, the chat alone. Or a check of the key. */
function NextSteps({ connectionId, keyId, models, onEdit }: NextStepsProps) {
  const t = useStrings().welcome;
  const [text, setText] = useState('');
  const [model, setModel] = useState(() => rememberedModel('chat', connectionId) || firstChatModel(models));
  const field = useRef<HTMLInputElement>(null);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (model) rememberModel('chat', connectionId, model);
    if (text.trim()) handOffMessage(text);
    goTo('chat');
  };
  return (
    <>
      <form className={s.first} onSubmit={onSubmit}>
        <TextField
          ref={field}
          value={text}
          onValueChange={setText}
          size="lg"
          dir="auto"
          aria-label={t.firstMessage}
          placeholder={model ? t.messageTo(model) : t.firstMessage}
          autoFocus
        />
        <Button type="submit" intent="primary" size="lg" shortcut="Enter">
          {text.trim() ? t.send : t.openChat}
        </Button>
      </form>
      <div className={s.actions}>
        <Button onClick={() => openChecks({ connectionId, ...(keyId ? { keyId } : {}) })}>{t.checkKey}</Button>
        <ModelPopover
          connectionId={connectionId}
          keyId={undefined}
          routeId="chat.completions"
          value={model}
          onValueChange={setModel}
          nextFocus={() => field.current}
          label={t.selectModel}
          trigger={
            <Button intent="quiet">
              {t.selectModel}
              <Icon of={ChevronDown} size="xs" />
            </Button>
          }
        />
        <span />
        <Button intent="quiet" onClick={onEdit}>
          {t.edit}
        </Button>
      </div>
    </>
  );
}

/**
 * Returns a listed chat model to begin with, declared ones and small ones first; `''` when none is listed. It is shown
 * before anything is sent to it.
 */
export function firstChatModel(models: readonly ModelRecord[]): string {
  const worth = (model: ModelRecord) =>
    2 * fitOf(model, 'chat.completions') + (/mini|flash|haiku|lite|small|nano/i.test(model.id) ? 1 : 0);
  const fitting = models.filter((model) => fitOf(model, 'chat.completions') >= 2);
  return fitting.toSorted((first, second) => worth(second) - worth(first))[0]?.id ?? '';
}

interface SurfaceRowProps {
  connectionId: string;
  surface: SurfaceListing['surface'];
  list: ModelList | undefined;
  isListing: boolean;
}

function SurfaceRow({ connectionId, surface, list, isListing }: SurfaceRowProps) {
  const words = useStrings();
  const t = words.welcome;
  const connections = useCall('connections', 'list', {});
  const prefixes = connections.data?.find(({ id }) => id === connectionId)?.prefixes ?? usualPrefixes;
  const one = list?.surfaces.find((listing) => listing.surface === surface);
  if (!one)
    return (
      <Row label={t.surfaces[surface]} mark={isListing && <Led state="live" size="sm" />}>
        {isListing && t.connecting}
      </Row>
    );
  const mark = { listed: Check, 'not-offered': Minus, 'key-style': TriangleAlert, failed: TriangleAlert }[one.state];
  return (
    <Row
      label={t.surfaces[surface]}
      mark={<Icon of={mark} size="s" />}
      state={one.state}
      {...(one.latencyMs === null ? {} : { time: formatMs(one.latencyMs) })}
    >
      <code>{prefixes[surface] || '/'}</code>
      {outcomeOf(one, list, words)}
    </Row>
  );
}

function outcomeOf({ surface, state, failure }: SurfaceListing, list: ModelList | undefined, words: Strings): string {
  const t = words.welcome;
  if (state === 'listed')
    return t.models(Object.values(list?.listedBy ?? {}).filter((by) => by.includes(surface)).length);
  if (state === 'not-offered') return t.notOffered(failure?.status ?? null);
  return failure ? headlineOf(failure, words) : '';
}

interface RowProps {
  label: string;
  mark?: ReactNode;
  state?: SurfaceListing['state'];
  time?: string;
  children: ReactNode;
}

function Row({ label, mark, state, time, children }: RowProps) {
  return (
    <div className={classes(state === 'not-offered' && s.absent)}>
      <span
        className={classes(
          s.mark,
          state === 'not-offered' && s.absent,
          (state === 'failed' || state === 'key-style') && s.troubled,
        )}
      >
        {mark}
      </span>
      <dt>{label}</dt>
      <dd>{children}</dd>
      <dd>{time}</dd>
    </div>
  );
}
