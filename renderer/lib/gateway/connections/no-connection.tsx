import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { goTo } from '../../navigation/open-panel.ts';

interface NoConnectionProps {
  /** The panel's own, since each says what it needs a gateway for. */
  words: { noConnection: string; noConnectionBody: string; connect: string };
}

/** What a panel shows while there is nothing to send to: one action, which leads to the first connection. */
export function NoConnection({ words }: NoConnectionProps) {
  return (
    <EmptyState
      title={words.noConnection}
      level={2}
      actions={
        <Button intent="primary" onClick={() => goTo('welcome')}>
          {words.connect}
        </Button>
      }
    >
      {words.noConnectionBody}
    </EmptyState>
  );
}
