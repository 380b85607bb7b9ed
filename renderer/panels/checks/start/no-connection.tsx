import { FailureCard } from '../../../lib/failures/failure-card.tsx';
import { startDemo } from '../../../lib/gateway/connections/start-demo.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { goTo } from '../../../lib/navigation/open-panel.ts';
import { useAction } from '../../../lib/page/use-action.ts';
import { Button } from '../../../ui/controls/button.tsx';
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
