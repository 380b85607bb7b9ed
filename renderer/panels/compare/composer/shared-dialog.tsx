import { useState } from 'react';
import { setInAll } from '#shared/compare/counterparts.ts';
import type { TextRouteId } from '#shared/protocol/compose/text-parameters.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { changeComparison } from '../compare.ts';
import { type Comparison, laneRoutes } from '../model/comparison.ts';
import { LaneParameters } from './parameter-rows.tsx';

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
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={what === 'system' ? t.system : t.parameters}
      description={what === 'system' ? t.systemHint : t.parametersHint}
      size="md"
      closeLabel={words.close}
      footer={
        <Button intent="primary" onClick={onClose}>
          {words.close}
        </Button>
      }
    >
      {what === 'system' ? (
        <TextArea
          value={comparison.system}
          onValueChange={(system) => changeComparison((now) => ({ ...now, system }))}
          aria-label={t.system}
          minRows={5}
          maxRows={16}
          dir="auto"
        />
      ) : (
        <>
          {used.length > 1 && (
            <Segmented
              label={words.route}
              value={selected}
              onValueChange={setSelected}
              options={used.map((value) => ({ value, label: words.routes[value] }))}
            />
          )}
          <LaneParameters
            lane={first ?? { connectionId: '', routeId: selected, model: '' }}
            values={comparison.parameters}
            onSet={(name, setting) =>
              changeComparison((now) => ({ ...now, parameters: setInAll(now.parameters, selected, name, setting) }))
            }
          />
        </>
      )}
    </Dialog>
  );
}
