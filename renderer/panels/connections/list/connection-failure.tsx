import { Activity, ChevronDown, ChevronUp, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Connection } from '#shared/contract/connections.ts';
import { FailureText } from '../../../lib/failures/failure-text.tsx';
import { headlineOf } from '../../../lib/failures/failures.ts';
import { chooseConnection } from '../../../lib/gateway/connections/active.ts';
import type { Health } from '../../../lib/gateway/connections/health.ts';
import { refreshModels } from '../../../lib/gateway/models/model-list.ts';
import { useStrings } from '../../../lib/i18n/strings.ts';
import { openWireRecord } from '../../../lib/navigation/wire-focus.ts';
import { useAction } from '../../../lib/page/use-action.ts';
import { closeDrawer } from '../../../lib/preferences/layout.ts';
import { classes } from '../../../ui/base/class-names.ts';
import { Icon } from '../../../ui/base/icon.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { selectConnection } from '../selection.ts';
import s from './list.module.css';

const paths = { compatible: '/v1/models', native: '/v1beta/models' } as const;

/** What went wrong in one line, more of it when asked for, and what to do about it: try again, edit, or look at the wire. */
export function ConnectionFailure({ connection, health }: { connection: Connection; health: Health }) {
  const words = useStrings();
  const t = words.connections;
  const [isOpen, setOpen] = useState(false);
  const again = useAction(() => refreshModels(connection.id));
  const { failure, exchangeId, state, surface } = health;
  if (!failure) return null;
  const edit = () => {
    selectConnection(connection.id);
    closeDrawer();
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-connection-form] input')?.focus());
  };
  return (
    <div className={classes(s.failure, state === 'partly' && s.failureOdd)}>
      <div className={s.failureLine}>
        <Icon of={TriangleAlert} size="s" />
        <span>
          {surface && state === 'partly' && <code className="mono-s">{paths[surface]}: </code>}
          {headlineOf(failure, words)}
        </span>
        <IconButton
          label={isOpen ? t.showLess : t.showMore}
          size="sm"
          icon={<Icon of={isOpen ? ChevronUp : ChevronDown} size="s" />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </div>
      {isOpen && (
        <p className={s.failureMore}>
          <FailureText failure={failure} />
        </p>
      )}
      <div className={s.failureActs}>
        <Button size="sm" busy={again.busy} onClick={() => void again.run()}>
          {t.tryAgain}
        </Button>
        <Button size="sm" intent="quiet" onClick={edit}>
          {t.edit}
        </Button>
        {exchangeId && (
          <Button
            size="sm"
            intent="quiet"
            icon={<Icon of={Activity} size="s" />}
            onClick={() => {
              chooseConnection(connection.id);
              openWireRecord(exchangeId, 'timeline');
            }}
          >
            {t.wire}
          </Button>
        )}
      </div>
    </div>
  );
}
