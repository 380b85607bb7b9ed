import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Button, IconButton } from '../../../../renderer/ui/controls/button.tsx';
import { Chip } from '../../../../renderer/ui/controls/chip.tsx';
import { Segmented } from '../../../../renderer/ui/controls/segmented.tsx';
import { LevelMeter } from '../../../../renderer/ui/diagrams/level-meter.tsx';
import { Cord, Jack } from '../../../../renderer/ui/diagrams/patch-line.tsx';
import { Sparkline } from '../../../../renderer/ui/diagrams/sparkline.tsx';
import { ErrorCard } from '../../../../renderer/ui/feedback/error-card.tsx';
import { Led } from '../../../../renderer/ui/feedback/led.tsx';
import { Progress, ProgressRing } from '../../../../renderer/ui/feedback/progress.tsx';
import { Skeleton } from '../../../../renderer/ui/feedback/skeleton.tsx';
import { Field } from '../../../../renderer/ui/fields/field.tsx';
import { NumberField } from '../../../../renderer/ui/fields/number-field.tsx';
import { SecretField } from '../../../../renderer/ui/fields/secret-field.tsx';
import { TextField } from '../../../../renderer/ui/fields/text-field.tsx';
import { Facts } from '../../../../renderer/ui/layout/facts.tsx';
import { ParamRow } from '../../../../renderer/ui/layout/param-row.tsx';
import { BreakLine } from '../../../../renderer/ui/text/break-line.tsx';

const draw = renderToStaticMarkup;
const none = () => {};

test('a button is type button by default, and a toggle says whether it is pressed', () => {
  expect(draw(<Button>Send</Button>)).toContain('type="button"');
  expect(draw(<Button>Send</Button>)).not.toContain('aria-pressed');
  expect(draw(<Button pressed={false}>Wire</Button>)).toContain('aria-pressed="false"');
});

test('a button disabled for a reason stays focusable; a plainly disabled one does not', () => {
  const reasoned = draw(<Button disabledReason="Nothing to send">Send</Button>);
  expect(reasoned).toContain('aria-disabled="true"');
  expect(reasoned).not.toMatch(/ disabled=/);
  expect(reasoned).toContain('aria-description="Nothing to send"');
  expect(draw(<Button disabled>Send</Button>)).toMatch(/ disabled=/);
});

test('a button shows its keys, which describe it without being part of its name', () => {
  const button = draw(<Button shortcut="Ctrl Enter">Send</Button>);
  expect(button).toContain('aria-description="Ctrl Enter"');
  expect(button).toMatch(/Send<span aria-hidden="true"><kbd[^>]*>Ctrl Enter<\/kbd>/);
  expect(draw(<Button shortcut="Enter" disabledReason="Select a model." />)).toContain(
    'aria-description="Select a model."',
  );
});

test('a busy button says so and keeps its label', () => {
  const busy = draw(<Button busy>Saving</Button>);
  expect(busy).toContain('aria-busy="true"');
  expect(busy).toContain('Saving');
});

test('an icon button has its name', () => {
  expect(draw(<IconButton label="More" icon={<i />} />)).toContain('aria-label="More"');
});

test('label, hint and error belong to the control inside', () => {
  const field = draw(
    <Field label="Address" hint="Saved without /v1" error="A colon is missing">
      <TextField value="https//gw" onValueChange={none} />
    </Field>,
  );
  const id = /<input[^>]* id="([^"]+)"/.exec(field)?.[1];
  expect(id).toBeDefined();
  expect(field).toContain(`for="${id}"`);
  const described = /<input[^>]* aria-describedby="([^"]+)"/.exec(field)?.[1]?.split(' ') ?? [];
  const words = described.map((part) => field.split(`id="${part}"`)[1]);
  expect(words[0]).toContain('Saved without /v1');
  expect(words[1]).toContain('A colon is missing');
  expect(field).toContain('aria-invalid="true"');
});

test('a control with a name of its own does not take the label of the field around it', () => {
  const field = draw(
    <Field label="Pace">
      <TextField value="" onValueChange={none} aria-label="Tokens a second" />
    </Field>,
  );
  expect(field).not.toMatch(/<input[^>]* id=/);
});

test('one part of a segmented control takes part in the tab order', () => {
  const parts = (value: string) =>
    draw(
      <Segmented
        label="Theme"
        value={value}
        onValueChange={none}
        options={[
          { value: 'light', label: 'Light', disabled: true },
          { value: 'dark', label: 'Dark' },
          { value: 'system', label: 'System' },
        ]}
      />,
    )
      .split('<button')
      .slice(1)
      .map((part) => /tabindex="(-?\d)"/i.exec(part)?.[1]);
  expect(parts('system')).toEqual(['-1', '-1', '0']);
  expect(parts('none of them')).toEqual(['-1', '0', '-1']);
});

test('a number is shown in its field as it is sent', () => {
  const text = (value: number | null) =>
    /value="([^"]*)"/.exec(draw(<NumberField value={value} onValueChange={none} label="n" />))?.[1];
  expect(text(0.30000000000000004)).toBe('0.30000000000000004');
  expect(text(1e21)).toBe('1e+21');
  expect(text(null)).toBe('');
});

test('a secret is never shown and never offered to a password manager', () => {
  const secret = draw(<SecretField label="Key" ref={null} />);
  expect(secret).toContain('type="password"');
  expect(secret).toContain('autoComplete="off"');
  expect(secret).not.toContain('<button');
});

test('literal text is not spell checked', () => {
  expect(draw(<TextField mono value="" onValueChange={none} aria-label="id" />)).toContain('spellCheck="false"');
});

test('the way to the wire record is always the last action', () => {
  const card = draw(
    <ErrorCard
      title="Model unknown"
      actions={[
        { label: 'Use another', onSelect: none },
        { label: 'Browse', onSelect: none },
      ]}
      wire={{ label: 'Wire', onSelect: none }}
      facts={[{ label: 'Status', value: '503', mono: true }]}
      announce
    >
      A retry will not help.
    </ErrorCard>,
  );
  const labels = [...card.matchAll(/<button(?:[^>]* aria-label="([^"]*)")?[^>]*>(?:<span[^>]*>)?([^<]*)/g)].map(
    ([, name, text]) => name ?? text,
  );
  expect(labels).toEqual(['Use another', 'Browse', 'Wire']);
  expect(card).toContain('role="alert"');
  expect(card).toMatch(/<dt>Status<\/dt><dd[^>]*>503<\/dd>/);
});

test('an unselected parameter says that it is not sent', () => {
  const row = (sent: boolean) => draw(<ParamRow name="seed" sent={sent} onSentChange={none} notSentText="not sent" />);
  expect(row(false)).toContain('not sent');
  expect(row(true)).not.toContain('not sent');
  expect(row(true)).toContain('checked=""');
  expect(row(false)).not.toContain('checked=""');
});

test('a chip is a toggle, an action or plain, depending on its props', () => {
  expect(
    draw(
      <Chip pressed onPressedChange={none}>
        text
      </Chip>,
    ),
  ).toContain('aria-pressed="true"');
  expect(draw(<Chip onClick={none}>start</Chip>)).not.toContain('aria-pressed');
  expect(draw(<Chip>plain</Chip>)).not.toContain('<button');
  const blocked = draw(
    <Chip onClick={none} disabledReason="Not now">
      start
    </Chip>,
  );
  expect(blocked).toContain('aria-disabled="true"');
  expect(blocked).toContain('aria-description="Not now"');
  expect(
    draw(
      <Chip onRemove={none} removeLabel="Remove a.txt">
        a.txt
      </Chip>,
    ),
  ).toContain('aria-label="Remove a.txt"');
});

test('decorations are hidden from screen readers, and what carries meaning has text', () => {
  expect(draw(<Led state="bad" />)).toContain('aria-hidden="true"');
  expect(draw(<Skeleton />)).toContain('aria-hidden="true"');
  expect(draw(<Sparkline values={[1, 2]} />)).toContain('aria-hidden="true"');
  expect(draw(<Sparkline values={[1, 2]} label="Speed" />)).toContain('aria-label="Speed"');
  expect(draw(<Cord state="cut" />)).toContain('aria-hidden="true"');
  expect(draw(<Cord state="cut" label="broken" />)).toContain('aria-label="broken"');
  expect(draw(<BreakLine>Closed by the gateway</BreakLine>)).toContain('Closed by the gateway');
  expect(
    draw(
      <Jack ring="on" label="Key">
        eval
      </Jack>,
    ),
  ).toMatch(/Key.*eval/s);
});

test('the cord of each state is drawn in its own way', () => {
  const shapes = (['idle', 'live', 'done', 'cut'] as const).map((state) => draw(<Cord state={state} />));
  expect(new Set(shapes).size).toBe(4);
});

test('progress reports its value, and indeterminate progress reports none', () => {
  expect(draw(<Progress value={0.62} label="Download" />)).toContain('aria-valuenow="0.62"');
  expect(draw(<Progress value={null} label="Waiting" />)).not.toContain('aria-valuenow');
  expect(draw(<ProgressRing value={0.5} label="Video" />)).toContain('aria-valuenow="50"');
  expect(draw(<LevelMeter level={0.4} label="Microphone" />)).toContain('aria-valuenow="40"');
});

test('facts keep number and unit together in reading order', () => {
  const facts = draw(
    <Facts
      items={[
        { label: 'first token', value: '412 ms' },
        { label: 'tok/s', value: '38.2', order: 'value-first' },
      ]}
    />,
  );
  expect(facts).toMatch(/first token<b>412 ms<\/b>/);
  expect(facts).toMatch(/<b>38\.2<\/b>tok\/s/);
});
