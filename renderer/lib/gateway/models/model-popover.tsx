import { useEffect, useRef, useState } from 'react';
import { lazyModule, useLazyModule } from '../../../ui/base/lazy-module.ts';
import { holdKeys, nothingTyped } from '../../../ui/controls/hold-keys.ts';
import { Popover, type PopoverProps } from '../../../ui/overlays/popover.tsx';
import type { ModelPickerProps } from './model-picker.tsx';

const modelPicker = lazyModule(() => import('./model-picker.tsx'));

/** A button that opens the model picker. Its code is fetched when the pointer or the focus comes near. */
export function ModelPopover({
  trigger,
  label,
  align,
  onValueChange,
  nextFocus,
  ...picking
}: Omit<ModelPickerProps, 'typed' | 'onDone'> & Pick<PopoverProps, 'trigger' | 'label' | 'align' | 'nextFocus'>) {
  const [open, setOpen] = useState(false);
  const chose = useRef(false);
  /** Typed after the press and before the search field had the focus. */
  const typed = useRef(nothingTyped);
  const [wasOpened, setOpened] = useState(false);
  const picker = useLazyModule(modelPicker, wasOpened);
  useEffect(() => {
    typed.current = nothingTyped;
    if (!open) return;
    return holdKeys(
      '',
      (next) => {
        typed.current = next;
      },
      () => setOpen(false),
    );
  }, [open]);
  return (
    <Popover
      label={label}
      align={align}
      // An empty pane would move when the picker arrives.
      open={open && picker !== null}
      onOpenChange={(next) => {
        chose.current = false;
        setOpened(true);
        setOpen(next);
      }}
      nextFocus={nextFocus && (() => (chose.current ? nextFocus() : null))}
      near={modelPicker.load}
      trigger={trigger}
    >
      {picker && (
        <picker.ModelPicker
          {...picking}
          typed={() => typed.current}
          onDone={() => {
            chose.current = true;
            setOpen(false);
          }}
          onValueChange={(model) => {
            chose.current = true;
            setOpen(false);
            onValueChange(model);
          }}
        />
      )}
    </Popover>
  );
}
