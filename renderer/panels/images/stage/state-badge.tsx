import { useStrings } from '../../../lib/i18n/strings.ts';
import type { Intent } from '../../../ui/base/intent.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import type { Call } from '../model/generation.ts';

const intents: Record<Call['state'], Intent> = {
  running: 'live',
  done: 'ok',
  'done-with-warnings': 'odd',
  interrupted: 'bad',
  failed: 'bad',
  cancelled: 'neutral',
};

/** How a generation, or a call of it, stands. */
export function StateBadge({ state }: { state: Call['state'] }) {
  const t = useStrings().images.states;
  return (
    <Badge intent={intents[state]} dot={state === 'running'}>
      {t[state]}
    </Badge>
  );
}
