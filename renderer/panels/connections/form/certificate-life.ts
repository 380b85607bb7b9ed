import type { CertificateFacts } from '#shared/contract/connections.ts';

const dayMs = 86_400_000;

/** A certificate that ends within this time is worth a word. */
const soonDays = 30;

export interface CertificateLife {
  /** `early`: not valid yet; `soon`: it ends within 30 days; `over`: it has ended. */
  state: 'good' | 'soon' | 'over' | 'early';
  /** Whole days until it ends; negative when it has. */
  daysLeft: number;
}

/** Where a certificate stands in its life at `now`, milliseconds since 1970. */
export function lifeOf(
  { validFrom, validTo }: Pick<CertificateFacts, 'validFrom' | 'validTo'>,
  now: number,
): CertificateLife {
  const daysLeft = Math.floor((validTo - now) / dayMs);
  if (now >= validTo) return { state: 'over', daysLeft };
  if (now < validFrom) return { state: 'early', daysLeft };
  return { state: daysLeft < soonDays ? 'soon' : 'good', daysLeft };
}
