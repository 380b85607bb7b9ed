import { useStrings } from '../../../lib/strings.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { Intent } from '../../../ui/intent.ts';
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
