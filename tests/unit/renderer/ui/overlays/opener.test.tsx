import type { HTMLAttributes, ReactElement } from 'react';
import { expect, test } from 'vitest';
import { opener } from '../../../../../renderer/ui/overlays/opener.ts';

type Handlers = {
  [Name in 'onClick' | 'onKeyDown' | 'onPointerEnter' | 'onFocus']: (event: never) => void;
};

function setUp(own: HTMLAttributes<HTMLElement> = {}, near: () => Promise<unknown> = async () => {}) {
  const done: string[] = [];
  const button = opener(<button type="button" {...own} />, {
    popup: 'menu',
    keys: ['ArrowDown'],
    near: () => {
      done.push('near');
      return near();
    },
    open: () => done.push('open'),
  }) as ReactElement<Handlers>;
  const event = (more: object = {}) => {
    const made = {
      defaultPrevented: false,
      preventDefault: () => Object.assign(made, { defaultPrevented: true }),
      ...more,
    };
    return made as never;
  };
  return { button, done, event };
}

test('before it opens for the first time it announces what it will open', () => {
  expect(setUp().button.props).toMatchObject({ 'aria-haspopup': 'menu', 'aria-expanded': false });
});

test('approaching fetches, a press or its key opens', () => {
  const { button, done, event } = setUp();
  button.props.onPointerEnter(event());
  button.props.onFocus(event());
  button.props.onClick(event());
  button.props.onKeyDown(event({ key: 'ArrowDown' }));
  button.props.onKeyDown(event({ key: 'x' }));
  expect(done).toEqual(['near', 'near', 'open', 'open']);
});

test('the button’s own action still runs, and can keep it closed', () => {
  const own: string[] = [];
  const { button, done, event } = setUp({
    onPointerEnter: () => own.push('entered'),
    onClick: (press) => {
      own.push('pressed');
      press.preventDefault();
    },
  });
  button.props.onPointerEnter(event());
  button.props.onClick(event());
  expect(own).toEqual(['entered', 'pressed']);
  expect(done).toEqual(['near']);
});

test('code that cannot be fetched is reported only on a press', async () => {
  const { button, event } = setUp({}, () => Promise.reject(new Error('no line')));
  button.props.onPointerEnter(event());
  await new Promise((resolve) => setTimeout(resolve));
});
