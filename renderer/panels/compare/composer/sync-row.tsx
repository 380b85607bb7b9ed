import { useStrings } from '../../../lib/i18n/strings.ts';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Switch } from '../../../ui/controls/switch.tsx';
import { changeComparison } from '../compare.ts';
import { type Comparison, letterOf, sharedKinds, takesText } from '../model/comparison.ts';
import s from './composer.module.css';

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
export function LanePicker({ comparison, laneId, onLaneChange }: SyncRowProps) {
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
