import { Badge } from '../../ui/feedback/badge.tsx';
import { useStrings } from '../i18n/strings.ts';
import { type Followed, verdictIntent } from './verdict.ts';

interface StateBadgeProps extends Followed {
  /** A word that says more than the state does, such as the warning. */
  word?: string | undefined;
  size?: 'sm' | 'md';
}

/** The state of a request, or of work that sends some: everywhere the same word in the same color. */
export function StateBadge({ word, size, ...work }: StateBadgeProps) {
  const { states } = useStrings().pieces;
  const intent = verdictIntent(work);
  return (
    <Badge intent={intent} size={size} dot={intent === 'live'}>
      {word ?? states[work.state]}
    </Badge>
  );
}
