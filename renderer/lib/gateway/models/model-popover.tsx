import { useRef, useState } from 'react';
import { Popover, type PopoverProps } from '../../../ui/overlays/popover.tsx';
import { ModelPicker, type ModelPickerProps } from './model-picker.tsx';

/** A button that opens the model picker. */
export function ModelPopover({
  trigger,
  label,
  align,
  onValueChange,
  nextFocus,
  ...picking
}: Omit<ModelPickerProps, 'onDone'> & Pick<PopoverProps, 'trigger' | 'label' | 'align' | 'nextFocus'>) {
  const [open, setOpen] = useState(false);
  const chose = useRef(false);
  const close = () => {
    chose.current = true;
    setOpen(false);
  };
  return (
    <Popover
      label={label}
      align={align}
      open={open}
      onOpenChange={(next) => {
        chose.current = false;
        setOpen(next);
      }}
      nextFocus={nextFocus && (() => (chose.current ? nextFocus() : null))}
      trigger={trigger}
    >
      <ModelPicker
        {...picking}
        onDone={close}
        onValueChange={(model) => {
          close();
          onValueChange(model);
        }}
      />
    </Popover>
  );
}
