import type { KeyProtection } from '#shared/contract/host.ts';
import { useHostInfo } from '../../lib/client/query.ts';
import { SpentToday } from '../../lib/cost/spent-today.tsx';
import { useActive } from '../../lib/gateway/connections/active.ts';
import { type Health, healthLeds, useHealth } from '../../lib/gateway/connections/health.ts';
import { openFailureMenu, useSimulatedFailure } from '../../lib/gateway/demo/simulate-failure.tsx';
import { formatMs } from '../../lib/i18n/format.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { useRunningWork } from '../../lib/runs/running-work.ts';
import { classes } from '../../ui/base/class-names.ts';
import { Led } from '../../ui/feedback/led.tsx';
import { Glyph } from '../glyph.tsx';
import s from './status-bar.module.css';

/** States in which the latency of the newest model list still says something about the present. */
const isAnswering: ReadonlySet<Health['state']> = new Set(['ok', 'partly']);

/** The status bar: connection, key in use, running work, what was spent today, and where keys are stored. */
export function StatusBar() {
  const { frame: t, pieces } = useStrings();
  const { ready, connection, key } = useActive();
  const health = useHealth(connection?.id, key?.id);
  const running = useRunningWork();
  const failure = useSimulatedFailure();
  const info = useHostInfo();
  return (
    <footer className={s.bar}>
      <span className={classes(s.item, s.health)} data-testid="status-connection">
        <Led state={connection ? healthLeds[health.state] : 'off'} />
        <span className="cut-text">
          {pieces.facts(
            connection ? t.health[health.state] : ready && t.noConnection,
            health.latencyMs !== null && isAnswering.has(health.state) && t.listedIn(formatMs(health.latencyMs)),
          )}
        </span>
      </span>
      <span className={s.item}>
        <Glyph name="key" px={14} />
        {key?.alias || (ready && t.noKey)}
      </span>
      {connection?.acceptedInsecure && (
        <span className={classes(s.item, s.warn)} data-tip={t.plainHttpTip(connection.origin)}>
          <Glyph name="warning" px={14} />
          {t.plainHttp}
        </span>
      )}
      {connection?.isDemo && failure !== null && (
        <button type="button" className={classes(s.item, s.warn)} onClick={openFailureMenu}>
          <Glyph name="demo" px={14} />
          {pieces.simulate.on(failure)}
        </button>
      )}
      <span className={s.item} role="status">
        <Glyph name="running" px={14} />
        {t.running(running)}
      </span>
      <span className="space" />
      {info && !info.saving && (
        <span className={classes(s.item, s.warn)}>
          <Glyph name="warning" px={14} />
          {t.notSaving}
        </span>
      )}
      <SpentToday />
      {info && (
        <span
          className={classes(s.item, s.wide, info.protection !== 'keyring' && s.warn)}
          data-tip={tipOf(info.protection, t)}
        >
          <Glyph name="lock" px={14} />
          <span className={s.words}>{t.protection[info.protection].short}</span>
        </span>
      )}
      <span className={s.version}>{info?.version}</span>
    </footer>
  );
}

const tipOf = (protection: KeyProtection, t: { protection: Record<KeyProtection, { long: string }> }) =>
  t.protection[protection].long;
