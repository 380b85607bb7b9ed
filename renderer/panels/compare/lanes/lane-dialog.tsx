import type { CompareRouteId } from '#shared/contract/compare.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { Select } from '../../../ui/fields/select.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { changeComparison } from '../compare.ts';
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
import s from './lanes.module.css';
import { ConnectionField, KeyField, ModelField } from './target-fields.tsx';

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
