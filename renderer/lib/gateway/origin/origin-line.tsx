import { Button } from '../../../ui/controls/button.tsx';
import { useStrings } from '../../i18n/strings.ts';
import { goTo } from '../../navigation/open-panel.ts';
import { useActive } from '../connections/active.ts';
import s from './origin-line.module.css';
import { matchOrigin, restoreOrigin, type SelectedPlace, selectedPlace, type WorkOrigin } from './work-origin.ts';

export interface OriginLineProps {
  /** The name under which the panel stores its models. */
  panel: string;
  origin: WorkOrigin;
  /** The user moves the work to what is selected now. */
  onUseHere: (place: SelectedPlace) => void;
  /** Switches back to where the work belongs. Default: `restoreOrigin`. */
  onSwitchBack?: () => void;
}

/**
 * Says that work belongs to another connection or key than the selected one, with the two choices. Draws nothing while
 * both are the same. A panel that would add to the work sends nothing while it is shown (`useMustChoose`); one that
 * creates new work each time (Images, Video) sends that to what is selected.
 */
export function OriginLine({ panel, origin, onUseHere, onSwitchBack }: OriginLineProps) {
  const t = useStrings().pieces.origin;
  const active = useActive();
  const match = matchOrigin(origin, active);
  if (match === 'same' || match === 'unknown') return null;
  const place = selectedPlace(active);
  const ofKey = match === 'other-key' || match === 'gone-key';
  const name = ofKey ? (origin.keyAlias ?? t.unnamedKey) : origin.connectionName || t.unnamedConnection;
  const here = ofKey ? place?.keyAlias : place?.connectionName;
  const isDeleted = match === 'gone-connection' || match === 'gone-key';
  return (
    <div className={s.line} role="status">
      <span className={s.text}>{t[match](name)}</span>
      {isDeleted ? (
        <Button size="sm" data-place="origin" onClick={() => goTo('connections')}>
          {t.manage}
        </Button>
      ) : (
        <Button size="sm" data-place="origin" onClick={onSwitchBack ?? (() => restoreOrigin(panel, origin))}>
          {t.back}
        </Button>
      )}
      {place && (
        <Button size="sm" intent="quiet" onClick={() => onUseHere(place)}>
          {ofKey ? t.continueWith(here ?? t.noKey) : t.continueOn(here ?? '')}
        </Button>
      )}
    </div>
  );
}
