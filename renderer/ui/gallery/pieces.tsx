import {
  Ban,
  Check,
  CircleHelp,
  Clock,
  Ellipsis,
  KeyRound,
  Minus,
  PanelBottom,
  Paperclip,
  Play,
  Power,
  Square,
} from 'lucide-react';
import { useState } from 'react';
import { Icon } from '../base/icon.tsx';
import { Button, IconButton } from '../controls/button.tsx';
import { Chip } from '../controls/chip.tsx';
import { CopyButton } from '../controls/copy-button.tsx';
import { Kbd } from '../controls/kbd.tsx';
import { Segmented } from '../controls/segmented.tsx';
import { TabList, TabPanel, Tabs } from '../controls/tabs.tsx';
import { LevelMeter } from '../diagrams/level-meter.tsx';
import { MiniBars } from '../diagrams/mini-bars.tsx';
import { Cord, type CordState, Jack } from '../diagrams/patch-line.tsx';
import { SocketPanel } from '../diagrams/socket-panel.tsx';
import { Sparkline } from '../diagrams/sparkline.tsx';
import { Badge } from '../feedback/badge.tsx';
import { Led } from '../feedback/led.tsx';
import { Method } from '../feedback/method.tsx';
import { Note } from '../feedback/note.tsx';
import { Progress, ProgressRing } from '../feedback/progress.tsx';
import { Figure } from '../layout/figure.tsx';
import s from './gallery.module.css';
import { Piece } from './piece.tsx';
import { sampleSockets } from './samples.ts';

const states: readonly CordState[] = ['idle', 'live', 'done', 'cut'];
const speeds = [6, 9, 14, 11, 16, 12, 8, 13, 15, 10, 5, 5];
const none = () => {};

/** Buttons, badges, lights, cords and diagrams. */
export function GalleryPieces() {
  const [tab, setTab] = useState('events');
  const [view, setView] = useState('verdict');
  const [filter, setFilter] = useState(true);
  return (
    <>
      <h2>Pieces</h2>
      <div className={s.kit}>
        <Piece title="Buttons">
          <div className={s.row}>
            <Button intent="primary">Send</Button>
            <Button>Retry</Button>
            <Button intent="quiet">Cancel</Button>
            <Button size="sm">Small</Button>
          </div>
          <div className={s.row}>
            <Button intent="stop" icon={<Icon of={Square} size="xs" />} shortcut="Esc">
              Stop
            </Button>
            <Button intent="danger">Delete key</Button>
            <Button intent="primary" disabledReason="Only a saved video can be remixed">
              Remix
            </Button>
          </div>
          <div className={s.row}>
            <Button intent="primary" busy>
              Saving
            </Button>
            <IconButton label="Wire drawer" shortcut="Ctrl J" icon={<Icon of={PanelBottom} />} pressed intent="plain" />
            <IconButton label="More" icon={<Icon of={Ellipsis} />} intent="plain" />
            <IconButton label="Play" icon={<Icon of={Play} />} disabledReason="Nothing to play yet" />
            <CopyButton text="sk-••••" labels={{ copy: 'Copy', copied: 'Copied', failed: 'Couldn’t copy' }} />
            <Button intent="primary" size="lg">
              Large
            </Button>
          </div>
        </Piece>
        <Piece title="Figures">
          <div className={s.row}>
            <Figure unit="ms">286</Figure>
            <Figure>0.92</Figure>
            <Figure>81%</Figure>
          </div>
        </Piece>
        <Piece title="Chips, badges, lights">
          <div className={s.row}>
            <Chip pressed={filter} onPressedChange={setFilter} count={188}>
              text
            </Chip>
            <Chip pressed={false} onPressedChange={none} count={22}>
              reasoning
            </Chip>
            <Chip
              pressed={false}
              onPressedChange={none}
              lead={{ label: 'Play', icon: <Icon of={Play} size="xs" />, onClick: none }}
            >
              coral
            </Chip>
            <Chip icon={<Icon of={Paperclip} size="xs" />} onRemove={none} removeLabel="Remove audit.txt">
              audit.txt
            </Chip>
          </div>
          <div className={s.row}>
            <Badge>idle</Badge>
            <Badge intent="live" dot>
              streaming
            </Badge>
            <Badge intent="ok">200</Badge>
            <Badge intent="warn">429</Badge>
            <Badge intent="bad">cut off</Badge>
            <Badge intent="odd">warnings</Badge>
          </div>
          <div className={s.row}>
            <Led state="ok" /> connected <Led state="live" /> connecting <Led state="bad" /> failed (3){' '}
            <Led state="off" /> off
          </div>
          <div className={s.row}>
            <Method>POST</Method>
            <Method>GET</Method>
            <Method>WS</Method>
            <Kbd>Ctrl K</Kbd>
            <Kbd>Esc</Kbd>
          </div>
        </Piece>
        <Piece title="Tabs and segments">
          <Tabs value={tab} onValueChange={setTab}>
            <TabList
              label="Request"
              tabs={[
                { value: 'sent', label: 'Sent' },
                { value: 'events', label: 'Events', count: 214 },
                { value: 'timeline', label: 'Timeline' },
              ]}
            />
            {['sent', 'events', 'timeline'].map((name) => (
              <TabPanel key={name} value={name}>
                <p className={s.quiet}>Content of the tab “{name}”</p>
              </TabPanel>
            ))}
          </Tabs>
          <Segmented
            label="Show"
            value={view}
            onValueChange={setView}
            options={[
              { value: 'verdict', label: 'Verdict' },
              { value: 'latency', label: 'Latency' },
              { value: 'change', label: 'Change' },
            ]}
          />
        </Piece>
        <Piece title="Notes">
          <Note>Pixels that change outside the mask are counted.</Note>
          <Note intent="odd">This gateway returned an array instead of an object.</Note>
          <Note intent="warn" action={<Button size="sm">Retry</Button>}>
            1 segment is below 0.80.
          </Note>
        </Piece>
        <Piece title="Verdicts: an icon, a word and a color" wide>
          <div className={s.row}>
            <Badge size="md" intent="ok" icon={<Icon of={Check} size="xs" />}>
              412 ms
            </Badge>
            <Badge size="md" intent="odd" icon={<Icon of={CircleHelp} size="xs" />}>
              unexpected format
            </Badge>
            <Badge size="md" intent="warn" icon={<Icon of={Clock} size="xs" />}>
              timed out
            </Badge>
            <Badge size="md" intent="bad" icon={<Icon of={KeyRound} size="xs" />}>
              key rejected
            </Badge>
            <Badge size="md" intent="bad" icon={<Icon of={Power} size="xs" />}>
              unavailable
            </Badge>
            <Badge size="md" icon={<Icon of={Ban} size="xs" />}>
              route not found
            </Badge>
            <Badge size="md" icon={<Icon of={Minus} size="xs" />}>
              not tested
            </Badge>
          </div>
        </Piece>
        <Piece title="Meters and progress">
          <Progress value={0.62} label="Download" />
          <Progress value={null} label="Waiting" />
          <div className={s.row}>
            <MiniBars values={speeds} fadedFrom={10} label="Tokens per second, 12 readings" />
            tokens per second <Sparkline values={speeds} />
          </div>
          <div className={s.row}>
            <ProgressRing value={0.62} label="Paper boat" />
            <ProgressRing value={null} label="Lighthouse" />
            <LevelMeter level={0.4} peak={0.8} label="Microphone" />
          </div>
        </Piece>
        <Piece title="Cords">
          {states.map((state) => (
            <div key={state} className={s.run}>
              <Jack ring="on" label="Key">
                key
              </Jack>
              <Cord state={state} label={`Cord, ${state}`} />
              <Jack ring={state === 'cut' ? 'bad' : state === 'idle' ? 'off' : 'on'} label="Model">
                model
              </Jack>
              <small>{state}</small>
            </div>
          ))}
        </Piece>
        <Piece title="Sockets" wide>
          <SocketPanel
            label="Diagram of a patch panel with 21 sockets and one unplugged cord"
            rows={sampleSockets}
            cordFrom="models"
            hint="Enter a key"
          />
        </Piece>
        <Piece title="Color roles" wide>
          <div className={s.swatches}>
            {'desk sunken surface raised hover rack cord cord-bright cord-tint copper line-strong text ok warn bad odd text-2 text-3 d1 d2 d3 d4 d5 d6'
              .split(' ')
              .map((name) => (
                <span key={name}>
                  <i style={{ background: `var(--${name})` }} />
                  {name}
                </span>
              ))}
          </div>
        </Piece>
      </div>
    </>
  );
}
