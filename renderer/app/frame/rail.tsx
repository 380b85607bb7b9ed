import { useActive } from '../../lib/gateway/connections/active.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useOpenPanel } from '../../lib/navigation/open-panel.ts';
import { useRunningIn } from '../../lib/runs/running-work.ts';
import type { ActionId } from '../../lib/shortcuts/actions.ts';
import { useKeysLabel } from '../../lib/shortcuts/keys.ts';
import { Mark } from '../../ui/base/mark.tsx';
import { Glyph } from '../glyph.tsx';
import { loadPanel, type PanelRow, panels } from '../panels.ts';
import s from './rail.module.css';

const inGroup = (group: PanelRow['group']) => panels.filter((row) => row.group === group);

/** The navigation rail: panels that create, panels that inspect, and at the bottom keys and settings. */
export function Rail() {
  const t = useStrings().frame;
  const examine = inGroup('examine');
  const { connection } = useActive();
  // Paths of its own that are not routes of the service.
  const hasOwnPaths = connection?.exposedRoutes.some((entry) => entry === 'custom' || entry.startsWith('/'));
  const openId = useOpenPanel();
  const isOffered = ({ optIn, id }: PanelRow) => !optIn || hasOwnPaths || id === openId;
  return (
    <nav className={s.rail} aria-label={t.rail}>
      <div className={s.mark}>
        <Mark size={26} />
      </div>
      <div className={s.group}>
        {inGroup('make')
          .filter(isOffered)
          .map((row) => (
            <RailLink key={row.id} row={row} />
          ))}
        {examine.length > 0 && <hr className={s.rule} />}
        {examine.map((row) => (
          <RailLink key={row.id} row={row} />
        ))}
      </div>
      <div className={s.foot}>
        {inGroup('foot').map((row) => (
          <RailLink key={row.id} row={row} />
        ))}
      </div>
    </nav>
  );
}

function RailLink({ row }: { row: PanelRow }) {
  const t = useStrings().frame;
  const isOpen = useOpenPanel() === row.id;
  const running = useRunningIn(row.id);
  const fetchEarly = () => void loadPanel(row.id).catch(() => undefined);
  const title = t.panels[row.id];
  const keys = useKeysLabel(`panel.${row.id}` as ActionId);
  return (
    <a
      className={s.link}
      href={`#/${row.id}`}
      aria-current={isOpen ? 'page' : undefined}
      data-tip={title}
      data-tip-keys={keys}
      data-tip-side="right"
      data-tip-when="narrow"
      onPointerEnter={fetchEarly}
      onFocus={fetchEarly}
    >
      <Glyph name={row.glyph} px={18} />
      <span className={s.label}>{title}</span>
      {running > 0 && (
        <span className={s.badge}>
          {running}
          <span className="sr-only">{t.runningHere}</span>
        </span>
      )}
    </a>
  );
}
