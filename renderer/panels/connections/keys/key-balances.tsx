import { Wallet, X } from 'lucide-react';
import { create } from 'zustand';
import type { BalanceAmount, KeyBalance, KeyStatus } from '#shared/contract/keys.ts';
import { client } from '../../../lib/client/client.ts';
import { FailureText } from '../../../lib/failures/failure-text.tsx';
import { failureOf } from '../../../lib/failures/failures.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { openWireRecord } from '../../../lib/navigation/wire-focus.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import s from '../connections.module.css';

interface Balances {
  busy: ReadonlySet<string>;
  /** What the gateways told since the page was opened, by key. */
  told: Readonly<Record<string, KeyBalance>>;
}

const useBalances = create<Balances>(() => ({ busy: new Set(), told: {} }));

const setBusy = (id: string, isBusy: boolean) =>
  useBalances.setState(({ busy }) => ({
    busy: new Set([...busy].filter((one) => one !== id).concat(isBusy ? id : [])),
  }));

const setTold = (id: string, balance: KeyBalance | null) =>
  useBalances.setState(({ told: { [id]: _before, ...others } }) => ({
    told: balance === null ? others : { ...others, [id]: balance },
  }));

async function askBalance(id: string): Promise<void> {
  setBusy(id, true);
  try {
    setTold(id, await client.keys.balance({ id }));
  } catch (thrown) {
    setTold(id, { state: 'failed', failure: failureOf(thrown), exchangeIds: [] });
  } finally {
    setBusy(id, false);
  }
}

/** Asks the gateway for the balance of a key. Nothing is sent before it is pressed. */
export function BalanceButton({
  keyStatus: { id, alias },
  blocked,
}: {
  keyStatus: KeyStatus;
  blocked: string | undefined;
}) {
  const t = useStrings().connections;
  const isBusy = useBalances(({ busy }) => busy.has(id));
  return (
    <IconButton
      label={t.balanceOf(alias)}
      size="sm"
      icon={<Icon of={Wallet} size="s" />}
      busy={isBusy}
      disabledReason={blocked}
      onClick={() => void askBalance(id)}
    />
  );
}

/** What the gateway told about the balance of each key, each with its request. */
export function KeyBalances({ keys }: { keys: readonly KeyStatus[] }) {
  const t = useStrings().connections;
  const told = useBalances((all) => all.told);
  const shown = keys.flatMap((key) => {
    const balance = told[key.id];
    return balance ? [{ key, balance }] : [];
  });
  if (shown.length === 0) return null;
  return (
    <ul className={s.balances} aria-label={t.balances} aria-live="polite">
      {shown.map(({ key, balance }) => (
        <li key={key.id}>
          <b className="cut-text">{key.alias}</b>
          <span>
            <Told balance={balance} />
          </span>
          <RequestButton exchangeId={balance.exchangeIds.at(-1)} />
          <IconButton
            label={t.hideBalance(key.alias)}
            size="sm"
            icon={<Icon of={X} size="s" />}
            onClick={() => setTold(key.id, null)}
          />
        </li>
      ))}
    </ul>
  );
}

function Told({ balance }: { balance: KeyBalance }) {
  const t = useStrings().connections;
  if (balance.state === 'not-reported') return t.balanceUntold;
  if (balance.state === 'failed') return <FailureText failure={balance.failure} alone brief />;
  return balance.amounts.map((amount, at) => {
    const { remaining, used, limit }: BalanceAmount = amount;
    const named = (text: string | null) => text && (amount.unit === null ? text : `${text} ${amount.unit}`);
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: amounts have no identity
      <span key={at} className={s.balance}>
        {t.balance(named(remaining), remaining === null ? named(used) : used, remaining || used ? limit : named(limit))}
      </span>
    );
  });
}

function RequestButton({ exchangeId }: { exchangeId: string | undefined }) {
  const t = useStrings().connections;
  if (!exchangeId) return null;
  return (
    <Button size="sm" intent="quiet" onClick={() => openWireRecord(exchangeId, 'response')}>
      {t.wire}
    </Button>
  );
}
