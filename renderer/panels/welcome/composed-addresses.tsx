import { type BaseAddress, joinRoute } from '#shared/protocol/address.ts';
import { routes } from '#shared/protocol/table.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import s from './welcome.module.css';

const shown = [routes['chat.completions'], routes['native.generateContent']];

/** How the typed address joins with both protocols, what is left out of it, and what is wrong with it. */
export function ComposedAddresses({ address, base }: { address: string | null; base: BaseAddress }) {
  const { welcome: t, connections } = useStrings();
  if (!address) return <div className={s.composed} />;
  const isUsable = base.base !== '' && base.problems.every(({ severity }) => severity !== 'error');
  return (
    <div className={s.composed} role="status">
      {base.dropped ? (
        <span>
          {t.dropped.before} <b>{base.dropped}</b> {t.dropped.after}
        </span>
      ) : (
        isUsable && <span>{t.joins}</span>
      )}
      {isUsable &&
        shown.map((route) => (
          <span key={route.id}>
            <b>{base.base}</b>
            {joinRoute(base.base, route).slice(base.base.length)}
          </span>
        ))}
      {base.problems.map((problem) => (
        <span key={problem.code} className={problem.severity === 'error' ? s.error : s.problem}>
          {connections.addressProblem(problem)}
        </span>
      ))}
    </div>
  );
}
