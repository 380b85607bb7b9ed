import type { BaseAddress } from '#shared/protocol/address.ts';
import { joinRoute } from '#shared/protocol/route-address.ts';
import { type GatewayAddress, usualPrefixes } from '#shared/protocol/route-path.ts';
import { routes } from '#shared/protocol/table.ts';
import { useStrings } from '../../lib/i18n/strings.ts';
import { Tick } from '../../ui/controls/tick.tsx';
import s from './welcome.module.css';

const shown = [routes['chat.completions'], routes['native.generateContent']];

interface ComposedAddressesProps {
  address: string | null;
  base: BaseAddress;
  gateway: GatewayAddress;
  isAccepted: boolean;
  onAccept: (isAccepted: boolean) => void;
}

/**
 * The URLs that result from the base URL in both protocols, what was removed from it, its problems, and the consent
 * that plain http to another machine needs.
 */
export function ComposedAddresses({ address, base, gateway: place, isAccepted, onAccept }: ComposedAddressesProps) {
  const { welcome: t, gateway } = useStrings();
  if (!address) return null;
  const isUsable = base.base !== '' && base.problems.every(({ severity }) => severity !== 'error');
  return (
    <div className={s.composed} role="status">
      {base.dropped && place.prefixes.compatible === usualPrefixes.compatible ? (
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
            {joinRoute(place, route).slice(base.base.length)}
          </span>
        ))}
      {base.problems.map((problem) => (
        <span key={problem.code} className={problem.severity === 'error' ? s.error : s.problem}>
          {gateway.addressProblem(problem)}
          {problem.code === 'insecure' && (
            <Tick checked={isAccepted} onCheckedChange={onAccept} label={gateway.acceptInsecure(base.origin)} />
          )}
        </span>
      ))}
    </div>
  );
}
