import { Check } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useFieldControl } from './field.tsx'
import { landmarkOf } from './landmark-of.ts'
import {
  faceClasses,
  OptionText,
  SelectFace,
  type SelectOption,
  type SelectProps,
} from './select-face.tsx'
import { usePageInSight } from './use-page-in-sight.ts'

export type Press = { readonly by: 'pointer' } | { readonly by: 'keyboard'; readonly key: string }

/**
 * The open select. Its list is rendered in the landmark of the trigger, and hides nothing from
 * assistive technology.
 */
export function PressedSelect<V extends string = string>({
  press,
  value,
  onValueChange,
  options,
  placeholder,
  icon,
  disabled = false,
  className,
  onBlur,
  'aria-label': ariaLabel,
}: SelectProps<V> & { press: Press }) {
  const control = useFieldControl()
  const chosen = options.find((option) => option.value === value)
  const trigger = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [landmark, setLandmark] = useState<HTMLElement | null>(null)
  usePageInSight(trigger, open)
  const change = (next: boolean) => {
    setOpen(next)
    if (next) setLandmark(landmarkOf(trigger.current))
  }
  useForwardedPress(press, trigger, () => change(true))
  return (
    <Radix.Root
      open={open}
      onOpenChange={change}
      value={value}
      onValueChange={(next) => {
        const option = options.find((candidate) => candidate.value === next)
        if (option) onValueChange(option.value)
      }}
      disabled={disabled}
    >
      <Radix.Trigger
        {...control}
        ref={trigger}
        aria-label={ariaLabel}
        onBlur={onBlur}
        className={faceClasses(className)}
      >
        <SelectFace icon={icon}>
          <Radix.Value placeholder={placeholder}>
            {chosen && <OptionText option={chosen} />}
          </Radix.Value>
        </SelectFace>
      </Radix.Trigger>
      <Radix.Portal container={landmark}>
        <Radix.Content
          position="popper"
          sideOffset={4}
          collisionPadding={10}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) max-w-[min(calc(100vw-20px),max(var(--radix-select-trigger-width),32rem))] overflow-hidden rounded-lg bg-popover text-popover-foreground shadow-pop data-[state=open]:animate-menu-in"
        >
          <Radix.Viewport className="max-h-72 p-1">
            {options.map((option) => (
              <Option key={option.value} option={option} />
            ))}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The pressed trigger has been replaced by Radix's own, so the press is repeated on it. */
function useForwardedPress(
  press: Press,
  trigger: RefObject<HTMLButtonElement | null>,
  open: () => void,
): void {
  const openNow = useEffectEvent(open)
  const first = useRef(press)
  useLayoutEffect(() => trigger.current?.focus(), [trigger])
  useEffect(() => {
    if (first.current.by === 'pointer') return openNow()
    const { key } = first.current
    trigger.current?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  }, [trigger])
}

function Option({ option }: { option: SelectOption }) {
  return (
    <Radix.Item
      value={option.value}
      disabled={option.disabled ?? false}
      className="relative flex h-8 cursor-default items-center rounded-md pr-8 pl-2 text-sm [&>span:first-child]:min-w-0 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-accent data-highlighted:text-accent-foreground pointer-coarse:h-11"
    >
      <Radix.ItemText>
        <OptionText option={option} />
      </Radix.ItemText>
      <Radix.ItemIndicator className="absolute right-2">
        <Check className="size-4 text-primary" aria-hidden="true" />
      </Radix.ItemIndicator>
    </Radix.Item>
  )
}
