import { Square } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../base/icon.tsx';
import { Button } from '../controls/button.tsx';
import { Chip } from '../controls/chip.tsx';
import { Kbd } from '../controls/kbd.tsx';
import { Cord, type CordState, Jack, PatchLine, type RingState } from '../diagrams/patch-line.tsx';
import { Badge } from '../feedback/badge.tsx';
import { EmptyState } from '../feedback/empty-state.tsx';
import { ErrorCard } from '../feedback/error-card.tsx';
import { Led } from '../feedback/led.tsx';
import { Progress } from '../feedback/progress.tsx';
import { Skeleton } from '../feedback/skeleton.tsx';
import { Facts } from '../layout/facts.tsx';
import { BreakLine } from '../text/break-line.tsx';
import { Caret } from '../text/caret.tsx';
import s from './gallery.module.css';

const stop = (
  <Button intent="stop" size="sm" icon={<Icon of={Square} size="xs" />}>
    Stop
  </Button>
);
const none = () => {};

/** The six states of one panel: cord, sentence and footer change together. */
export function GalleryStates() {
  return (
    <>
      <h2>Six states of a panel</h2>
      <p className={s.lead}>
        The cord in the patch line, the sentence in the middle and the foot change together, so that no state is shown
        by color alone.
      </p>
      <div className={s.six}>
        <State
          name="Idle"
          word="not sent"
          cords={['idle', 'idle']}
          rings={['on', 'off', 'off']}
          foot={
            <>
              <Kbd>Ctrl Enter</Kbd>send<Kbd>Ctrl K</Kbd>find<Kbd>Ctrl J</Kbd>wire
            </>
          }
        >
          <EmptyState
            title="Start with an example"
            actions={['Explain a stack trace', 'Answer as strict JSON', 'Call a tool and use its result'].map(
              (start) => (
                <Chip key={start} onClick={none}>
                  {start}
                </Chip>
              ),
            )}
          />
        </State>
        <State
          name="Preparing"
          word="waiting for the first byte"
          cords={['live', 'live']}
          rings={['on', 'on', 'off']}
          foot={
            <>
              <span className={s.grow}>sent 1,204 bytes</span>
              {stop}
            </>
          }
        >
          <p className={s.row}>
            <Led state="live" />
            Connected in 41 ms. Waiting for the first byte <span className="mono-s num">1.8 s</span>
          </p>
          <br />
          <Skeleton />
          <br />
          <Progress value={null} label="Waiting for the first byte" />
          <br />
          <p className={s.quiet}>The headers timeout is 30 s. This model usually takes 0.4 s.</p>
        </State>
        <State
          name="Streaming"
          word="receiving"
          cords={['live', 'live']}
          rings={['on', 'on', 'on']}
          foot={
            <>
              <span className={s.grow}>
                <Facts
                  items={[
                    { label: 'first token', value: '412 ms' },
                    { label: 'tok/s', value: '38.2', order: 'value-first' },
                    { label: 'chunks', value: '88', order: 'value-first' },
                  ]}
                />
              </span>
              {stop}
            </>
          }
        >
          <p className={s.reading}>
            Allow <b>one retry per request</b>, and cap the whole client with a retry budget of 10%. At a 2% failure
            rate a single retry already lifts success from 98% to about
            <Caret />
          </p>
        </State>
        <State
          name="Interrupted"
          word="what arrived is kept"
          cords={['done', 'cut']}
          rings={['on', 'on', 'bad']}
          foot={
            <Facts
              items={[
                { label: 'cut off', intent: 'bad' },
                { label: 'kept', value: '27.4 KB', order: 'value-first' },
              ]}
            />
          }
        >
          <p className={s.reading}>Op dit moment duurt dat gemiddeld</p>
          <BreakLine>The gateway closed the connection</BreakLine>
          <p className={s.quiet}>128 chunks in 12.4 s, then no data for 9.1 s. No finish reason.</p>
          <br />
          <div className={s.row}>
            <Button intent="primary" size="sm">
              Continue
            </Button>
            <Button size="sm">Retry</Button>
          </div>
        </State>
        <State
          name="Empty"
          word="completed without text"
          cords={['done', 'done']}
          rings={['on', 'on', 'on']}
          foot={
            <>
              <Badge intent="odd">empty</Badge>
              <span>200 in 31.0 s</span>
              <span>out 2,048</span>
            </>
          }
        >
          <EmptyState
            title="The model returned an empty response"
            actions={<Button size="sm">Raise max_tokens to 8192</Button>}
          >
            Finish reason <span className="mono-s">length</span> after 2,048 reasoning tokens. The model used the whole
            budget for reasoning.
          </EmptyState>
        </State>
        <State
          name="Failed"
          word="no usable response"
          cords={['done', 'cut']}
          rings={['on', 'on', 'bad']}
          foot={
            <Facts
              items={[
                { label: '503', intent: 'bad' },
                { label: 'model_not_found' },
                { label: 'in', value: '61 ms' },
                { label: 'request id', value: <span className="mono-s">req_7Hq2</span> },
              ]}
            />
          }
        >
          <ErrorCard
            title="Model not found"
            facts={[
              { label: 'Status', value: '503', alone: true },
              { label: 'Code', value: 'model_not_found', mono: true, alone: true },
              { label: 'Time', value: '61 ms', alone: true },
              { label: 'Request ID', value: 'req_7Hq2', mono: true },
            ]}
            details={{ label: 'Details', body: <p>The status was 503, but the body says that the ID is wrong.</p> }}
            actions={[
              { label: 'Use gpt-4.1-mini', onSelect: none },
              { label: 'Browse models', onSelect: none },
            ]}
            wire={{ label: 'View request', onSelect: none }}
          >
            <q>no available channel for model gpt-4.1-mni</q> Your prompt is kept.
          </ErrorCard>
        </State>
      </div>
    </>
  );
}

interface StateProps {
  name: string;
  word: string;
  cords: [CordState, CordState];
  rings: [RingState, RingState, RingState];
  foot: ReactNode;
  children: ReactNode;
}

function State({ name, word, cords, rings, foot, children }: StateProps) {
  return (
    <section className={s.state} aria-label={name}>
      <header className={s.stateHead}>
        <b>{name}</b>
        <span>{word}</span>
      </header>
      <PatchLine>
        <Jack ring={rings[0]} label="Key">
          eval
        </Jack>
        <Cord state={cords[0]} />
        <Jack ring={rings[1]} label="Route">
          <span className="mono-s">chat/completions</span>
        </Jack>
        <Cord state={cords[1]} />
        <Jack ring={rings[2]} label="Model">
          <span className="mono-s">qwen3-32b</span>
        </Jack>
      </PatchLine>
      <div className={s.pane}>{children}</div>
      <footer className={s.foot}>{foot}</footer>
    </section>
  );
}
