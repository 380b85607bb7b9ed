import type { CompareRouteId } from '#shared/contract/compare.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { useCall } from '../../../lib/client/query.ts';
import { useActive } from '../../../lib/gateway/connections/active.ts';
import { ModelPopover } from '../../../lib/gateway/models/model-popover.tsx';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { faceProps, Select, SelectFace } from '../../../ui/fields/select.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { LaneParameters, withSetting } from '../composer/parameter-rows.tsx';
import {
  type CompareLane,
  type Comparison,
  isTextLane,
  laneRoutes,
  letterOf,
  ownOf,
  withLane,
  withOwn,
} from '../model/comparison.ts';
import { changeComparison } from '../store.ts';
import s from './lanes.module.css';

interface LaneDialogProps {
  lane: CompareLane;
  at: number;
  comparison: Comparison;
  onClose: () => void;
}

/** Where a lane sends to, and what it sends in place of what all lanes share. Changes apply at once. */
export function LaneDialog({ lane, at, comparison, onClose }: LaneDialogProps) {
  const t = useStrings().compare.lane;
  const own = ownOf(lane, comparison);
  const setParameters = (parameters: CompareLane['parameters']) =>
    changeComparison((now) => withOwn(now, lane.id, 'parameters', parameters));
  const change = (by: Partial<CompareLane>) => changeComparison((now) => withLane(now, lane.id, by));
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t.titleOf(letterOf(at))}
      size="lg"
      closeLabel={t.close}
      footer={
        <Button intent="primary" onClick={onClose}>
          {t.close}
        </Button>
      }
    >
      <div className={s.target}>
        <ConnectionField target={lane} onChange={change} />
        <KeyField target={lane} onChange={change} />
        <Field label={t.route}>
          <Select<CompareRouteId>
            value={lane.routeId}
            onValueChange={(routeId) => change({ routeId })}
            options={laneRoutes.map((routeId) => ({ value: routeId, label: t.routes[routeId] }))}
          />
        </Field>
        <ModelField target={lane} onChange={change} />
      </div>
      <Override
        label={t.ownPrompt}
        value={own.prompt}
        shared={comparison.prompt}
        kept={lane.prompt}
        onChange={(prompt) => changeComparison((now) => withOwn(now, lane.id, 'prompt', prompt))}
      />
      {isTextLane(lane) && (
        <Override
          label={t.ownSystem}
          value={own.system}
          shared={comparison.system}
          kept={lane.system}
          onChange={(system) => changeComparison((now) => withOwn(now, lane.id, 'system', system))}
        />
      )}
      <Switch
        checked={own.parameters !== null}
        onCheckedChange={(isOwn) => setParameters(isOwn ? (lane.parameters ?? comparison.parameters) : null)}
        label={t.ownParameters}
      />
      {own.parameters !== null && (
        <LaneParameters
          lane={lane}
          values={own.parameters}
          onSet={(name, setting) => setParameters(withSetting(own.parameters ?? {}, lane, name, setting))}
        />
      )}
    </Dialog>
  );
}

/** A text of the lane in place of the shared one. */
function Override({
  label,
  value,
  shared,
  kept,
  onChange,
}: {
  label: string;
  value: string | null;
  shared: string;
  /** What the lane had before all lanes shared it. */
  kept: string | null;
  onChange: (value: string | null) => void;
}) {
  return (
    <div className={s.override}>
      <Switch
        checked={value !== null}
        onCheckedChange={(isOwn) => onChange(isOwn ? (kept ?? shared) : null)}
        label={label}
      />
      {value !== null && (
        <TextArea value={value} onValueChange={onChange} aria-label={label} minRows={2} maxRows={8} dir="auto" />
      )}
    </div>
  );
}

/** Where requests of a lane or of a judge go. */
interface Target {
  connectionId: string;
  /** `null` or absent: the first key of the connection. */
  keyId?: string | null | undefined;
  routeId: RouteId;
  model: string;
}

interface TargetFieldProps {
  target: Target;
  onChange: (by: Partial<Pick<Target, 'connectionId' | 'model'>> & { keyId?: string | null }) => void;
}

export function ConnectionField({ target, onChange }: TargetFieldProps) {
  const t = useStrings().compare.lane;
  const { connections } = useActive();
  return (
    <Field label={t.connection}>
      <Select
        value={target.connectionId}
        onValueChange={(connectionId) => onChange({ connectionId, keyId: null })}
        options={connections.map(({ id, name, origin }) => ({ value: id, label: name, hint: origin }))}
      />
    </Field>
  );
}

const firstKey = '';

export function KeyField({ target: { connectionId, keyId }, onChange }: TargetFieldProps) {
  const t = useStrings().compare.lane;
  const keys = (useCall('keys', 'status', {}).data ?? []).filter((key) => key.connectionId === connectionId);
  return (
    <Field label={t.key}>
      <Select
        value={keyId ?? firstKey}
        onValueChange={(id) => onChange({ keyId: id === firstKey ? null : id })}
        options={[
          { value: firstKey, label: t.firstKey },
          ...keys
            .filter(({ enabled }) => enabled)
            .map(({ id, alias, fingerprint }) => ({ value: id, label: alias, hint: fingerprint })),
        ]}
      />
    </Field>
  );
}

export function ModelField({ target, onChange }: TargetFieldProps) {
  const t = useStrings().compare.lane;
  return (
    <Field label={t.model}>
      <ModelPopover
        label={t.model}
        trigger={
          <button type="button" {...faceProps({ mono: target.model !== '' }, null)}>
            <SelectFace icon={null} text={target.model || null} placeholder={t.noModel} />
          </button>
        }
        connectionId={target.connectionId}
        keyId={target.keyId ?? undefined}
        routeId={target.routeId}
        value={target.model}
        onValueChange={(model) => onChange({ model })}
      />
    </Field>
  );
}
