import { useState } from 'react';
import { setInAll } from '#shared/compare/counterparts.ts';
import { isTextRoute } from '#shared/compare/lanes.ts';
import { groupOf } from '../../../lib/generation/media-lane.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import {
  type CompareLane,
  type Comparison,
  laneRoutes,
  letterOf,
  sharedKinds,
  takesText,
  withOwn,
} from '../model/comparison.ts';
import { changeComparison } from '../store.ts';
import s from './composer.module.css';
import { LaneParameters, withSetting } from './parameter-rows.tsx';

interface SharedDialogProps {
  what: 'system' | 'parameters';
  comparison: Comparison;
  onClose: () => void;
}

/** What all lanes share: the system prompt, or the parameters of each protocol in use. Changes apply at once. */
export function SharedDialog({ what, comparison, onClose }: SharedDialogProps) {
  const { composer: t, lane: words } = useStrings().compare;
  const sets = parameterSets(comparison);
  const [selected, setSelected] = useState(sets[0]?.id);
  const set = sets.find(({ id }) => id === selected) ?? sets[0] ?? noSet;
  const [laneId, setLaneId] = useState(comparison.lanes[0]?.id ?? '');
  const lane = comparison.synced[what] ? undefined : comparison.lanes.find(({ id }) => id === laneId);
  const parameters = lane?.parameters ?? comparison.parameters;
  const sharedHint = isTextRoute(set.lane.routeId) ? t.parametersHint : t.mediaParametersHint;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={what === 'system' ? t.system : t.parameters}
      description={lane ? t.ownHint : what === 'system' ? t.systemHint : sharedHint}
      size="md"
      closeLabel={words.close}
      footer={
        <Button intent="primary" onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      {lane && <LanePicker comparison={comparison} laneId={laneId} onLaneChange={setLaneId} />}
      {what === 'system' ? (
        <TextArea
          value={lane?.system ?? comparison.system}
          onValueChange={(system) =>
            changeComparison((now) => (lane ? withOwn(now, lane.id, 'system', system) : { ...now, system }))
          }
          aria-label={t.system}
          minRows={5}
          maxRows={16}
          dir="auto"
        />
      ) : (
        <>
          {!lane && sets.length > 1 && (
            <Segmented
              label={words.route}
              value={set.id}
              onValueChange={setSelected}
              options={sets.map(({ id, lane: { routeId }, group }) => ({
                value: id,
                label: routeId === 'images.generations' ? group : words.routes[routeId],
              }))}
            />
          )}
          <LaneParameters
            key={lane?.id ?? set.id}
            lane={lane ?? set.lane}
            values={parameters}
            onSet={(name, setting) =>
              changeComparison((now) =>
                lane
                  ? withOwn(now, lane.id, 'parameters', withSetting(parameters, lane, name, setting))
                  : { ...now, parameters: withShared(now.parameters, set.lane, name, setting) },
              )
            }
          />
        </>
      )}
    </Dialog>
  );
}

interface ParameterSet {
  id: string;
  /** The first lane that uses it. */
  lane: Pick<CompareLane, 'connectionId' | 'routeId' | 'model'>;
  /** The family of an image model. */
  group: string;
}

const noSet: ParameterSet = {
  id: '',
  lane: { connectionId: '', routeId: 'chat.completions', model: '' },
  group: '',
};

/** Returns what the lanes can share: one set per protocol, and per family of image models. */
function parameterSets({ lanes }: Comparison): ParameterSet[] {
  const sets = laneRoutes.flatMap((routeId) =>
    lanes
      .filter((lane) => lane.routeId === routeId)
      .map((lane): ParameterSet => {
        const group = isTextRoute(routeId) ? '' : groupOf(routeId, lane.model);
        return { id: `${routeId} ${group}`, lane, group };
      }),
  );
  return [...new Map(sets.toReversed().map((set) => [set.id, set])).values()].toReversed();
}

/** Sets a parameter for all lanes of a kind; of text, also its counterparts in the other protocols. */
const withShared: typeof withSetting = (values, lane, name, setting) =>
  isTextRoute(lane.routeId) ? setInAll(values, lane.routeId, name, setting) : withSetting(values, lane, name, setting);

interface SyncRowProps {
  comparison: Comparison;
  laneId: string;
  onLaneChange: (laneId: string) => void;
}

/** What is the same for all lanes; where the prompt is not, the lane whose prompt is edited. */
export function SyncRow({ comparison, laneId, onLaneChange }: SyncRowProps) {
  const t = useStrings().compare.composer;
  const { synced } = comparison;
  const kinds = sharedKinds.filter((kind) => kind !== 'system' || takesText(comparison));
  return (
    <div className={s.sync}>
      <span className="quiet">{t.same}</span>
      {kinds.map((kind) => (
        <Switch
          key={kind}
          label={t.kinds[kind]}
          checked={synced[kind]}
          onCheckedChange={(isShared) =>
            changeComparison((now) => ({ ...now, synced: { ...now.synced, [kind]: isShared } }))
          }
        />
      ))}
      {!synced.prompt && <LanePicker comparison={comparison} laneId={laneId} onLaneChange={onLaneChange} />}
    </div>
  );
}

/** Selects the lane that is edited. */
function LanePicker({ comparison, laneId, onLaneChange }: SyncRowProps) {
  const t = useStrings().compare.composer;
  return (
    <Segmented
      label={t.laneOf}
      value={laneId}
      onValueChange={onLaneChange}
      options={comparison.lanes.map(({ id }, at) => ({ value: id, label: letterOf(at) }))}
    />
  );
}
