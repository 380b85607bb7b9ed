import { FailureCard } from '../../../lib/failure-card.tsx';
import { goTo } from '../../../lib/open-panel.ts';
import { startDemo } from '../../../lib/start-demo.ts';
import { useStrings } from '../../../lib/strings.ts';
import { useAction } from '../../../lib/use-action.ts';
import { Button } from '../../../ui/button.tsx';
import s from './start.module.css';

/** A check needs a gateway: connect one, or start the demo. */
export function NoConnection() {
  const t = useStrings().checks.start;
  const demo = useAction(startDemo);
  return (
    <div className={s.start}>
      <h1>{t.noConnection}</h1>
      <p className={s.body}>{t.noConnectionBody}</p>
      <div className={s.acts}>
        <Button intent="primary" onClick={() => goTo('welcome')}>
          {t.connect}
        </Button>
        <Button busy={demo.busy} onClick={() => void demo.run()}>
          {t.demo}
        </Button>
      </div>
      {demo.failure && <FailureCard failure={demo.failure} />}
    </div>
  );
}
