import type { Failure, SentFlag } from '#shared/protocol/failure.ts';
import type { HeadingLevel } from '../../ui/base/heading.tsx';
import { lazyModule, loadWhenIdle, useLazyModule } from '../../ui/base/lazy-module.ts';
import type { ErrorAction } from '../../ui/feedback/error-card.tsx';

export interface FailureAction extends ErrorAction {
  /** Sends the same request again: the first action only where that can succeed, with the wait the gateway asked for. */
  again?: boolean | undefined;
}

export interface FailureCardProps {
  failure: Failure;
  /** What happened, where the panel knows more than the code says. */
  title?: string | undefined;
  /** Where the failed request is recorded. Default: what the failure itself says. */
  exchangeId?: string | null | undefined;
  /** How far the request got, if known. */
  sent?: SentFlag | null | undefined;
  /** What the panel can do about it, best first. */
  actions?: readonly FailureAction[] | undefined;
  /** Additional text from the page. */
  note?: string | undefined;
  /** Read out at once. Off where many cards appear together. */
  announce?: boolean | undefined;
  level?: HeadingLevel | undefined;
  /** Sends the key in the header that the gateway named. Default: changes the connection of the exchange. */
  onSendKeyAs?: ((header: NonNullable<Failure['keyHeader']>) => void) | undefined;
}

const body = lazyModule(() => import('./failure-card-body.tsx'));
// Ahead of the first failure, which may be that nothing can be fetched any more.
loadWhenIdle(body);

/** Any failure, on every panel; see `FailureCardBody`. */
export function FailureCard(props: FailureCardProps) {
  const loaded = useLazyModule(body);
  return loaded && <loaded.FailureCardBody {...props} />;
}
