import { useState } from 'react';
import { setInAll } from '#shared/compare/counterparts.ts';
import { setParameter, type TextRouteId } from '#shared/protocol/compose/text-parameters.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { changeComparison } from '../compare.ts';
import { type Comparison, laneRoutes, withOwn } from '../model/comparison.ts';
import { LaneParameters } from './parameter-rows.tsx';
import { LanePicker } from './sync-row.tsx';

interface SharedDialogProps {
  what: 'system' | 'parameters';
  comparison: Comparison;
  onClose: () => void;
}

/** What all lanes share: the system prompt, or the parameters of each protocol in use. Changes apply at once. */
export function SharedDialog({ what, comparison, onClose }: SharedDialogProps) {
  const { composer: t, lane: words } = useStrings().compare;
  const used = laneRoutes.filter((routeId) => comparison.lanes.some((lane) => lane.routeId === routeId));
  const [selected, setSelected] = useState<TextRouteId>(used[0] ?? 'chat.completions');
  const first = comparison.lanes.find(({ routeId }) => routeId === selected);
  const [laneId, setLaneId] = useState(comparison.lanes[0]?.id ?? '');
  const lane = comparison.synced[what] ? undefined : comparison.lanes.find(({ id }) => id === laneId);
  const parameters = lane?.parameters ?? comparison.parameters;
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={what === 'system' ? t.system : t.parameters}
      description={lane ? t.ownHint : what === 'system' ? t.systemHint : t.parametersHint}
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
          {!lane && used.length > 1 && (
            <Segmented
              label={words.route}
              value={selected}
              onValueChange={setSelected}
              options={used.map((value) => ({ value, label: words.routes[value] }))}
            />
          )}
          <LaneParameters
            lane={lane ?? first ?? { connectionId: '', routeId: selected, model: '' }}
            values={parameters}
            onSet={(name, setting) =>
              changeComparison((now) =>
                lane
                  ? withOwn(now, lane.id, 'parameters', setParameter(parameters, lane.routeId, name, setting))
                  : { ...now, parameters: setInAll(now.parameters, selected, name, setting) },
              )
            }
          />
        </>
      )}
    </Dialog>
  );
}
