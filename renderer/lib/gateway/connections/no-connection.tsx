import type { ReactNode } from 'react';
import type { HeadingLevel } from '../../../ui/base/heading.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { useAction } from '../../client/use-action.ts';
import { FailureCard } from '../../failures/failure-card.tsx';
import { useStrings } from '../../i18n/strings.ts';
import { goTo } from '../../navigation/open-panel.ts';
import { startDemo } from './start-demo.ts';

interface NoConnectionProps {
  level?: HeadingLevel;
  /** What a gateway is needed for here. */
  children: ReactNode;
}

/** Shown by a panel while there is no connection: add one, or start the demo gateway. */
export function NoConnection({ level, children }: NoConnectionProps) {
  const t = useStrings().gateway;
  const demo = useAction(startDemo);
  return (
    <EmptyState
      title={t.empty}
      level={level}
      actions={
        <>
          <Button intent="primary" onClick={() => goTo('welcome')}>
            {t.add}
          </Button>
          <Button busy={demo.busy} onClick={() => void demo.run()}>
            {t.startDemo}
          </Button>
        </>
      }
    >
      {children}
      {demo.failure && <FailureCard failure={demo.failure} />}
    </EmptyState>
  );
}
