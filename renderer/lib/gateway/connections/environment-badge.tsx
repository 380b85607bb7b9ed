import type { ConnectionColour } from '#shared/contract/connections.ts';
import type { Intent } from '../../../ui/base/intent.ts';
import { Badge } from '../../../ui/feedback/badge.tsx';
import { useStrings } from '../../i18n/strings.ts';

const intents: Record<ConnectionColour, Intent> = { none: 'neutral', dev: 'ok', stage: 'warn', prod: 'bad' };

/** The environment of a connection as a word in its color; nothing where none is set. */
export function EnvironmentBadge({ colour }: { colour: ConnectionColour }) {
  const t = useStrings().pieces.environments;
  return colour === 'none' ? null : <Badge intent={intents[colour]}>{t[colour]}</Badge>;
}
