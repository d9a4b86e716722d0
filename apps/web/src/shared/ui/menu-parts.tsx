import { Check, type LucideIcon } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import {
  type ComponentProps,
  type FocusEvent,
  type ReactElement,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { cn } from './cn.ts'
import { landmarkOf } from './landmark-of.ts'
import { MenuIcon } from './menu-icon.tsx'

export interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement<ComponentProps<'button'>>
  align?: 'start' | 'end'
  className?: string
  children: ReactNode
}

export interface MenuItemProps extends ComponentProps<'div'> {
  disabled?: boolean
  onSelect?: () => void
  icon?: LucideIcon
  /** Red, for deleting; place it last, after a `MenuSeparator`. */
  danger?: boolean
  asChild?: boolean
}

export interface MenuChoiceProps<V extends string> {
  label: string
  value: V
  onValueChange: (value: V) => void
  options: readonly { value: V; label: string }[]
}

export interface MenuNoteProps {
  children: ReactNode
}

export interface MenuRowsProps {
  label: string
  value: string
  onValueChange: (value: string) => void
  options: readonly { value: string; label: string; detail: string; start: ReactNode }[]
}

/**
 * An initially open menu; opened by keyboard, its first item has the focus. It is rendered in the
 * landmark of its button and does not hide the rest of the page.
 */
export function OpenedMenu({
  trigger,
  by,
  align = 'end',
  className,
  children,
}: MenuProps & { by: 'pointer' | 'keyboard' }) {
  const triggerRef = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const [landmark, setLandmark] = useState<HTMLElement | null>(null)
  useLayoutEffect(() => {
    setLandmark(landmarkOf(triggerRef.current))
    setOpen(true)
  }, [])
  const first = useRef(true)
  // Radix did not receive the key press and would focus the menu itself.
  const focusFirstItem = ({ target, currentTarget }: FocusEvent<HTMLDivElement>) => {
    if (by !== 'keyboard' || !first.current || target !== currentTarget) return
    first.current = false
    currentTarget.querySelector<HTMLElement>('[role^=menuitem]')?.focus()
  }
  return (
    <Radix.Root modal={false} open={open} onOpenChange={setOpen}>
      <Radix.Trigger asChild ref={triggerRef}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal container={landmark}>
        <Radix.Content
          onFocus={focusFirstItem}
          align={align}
          sideOffset={4}
          collisionPadding={10}
          onCloseAutoFocus={leaveFocusInPage}
          className={cn(
            'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-40 overflow-y-auto rounded-lg bg-popover p-1 text-popover-foreground shadow-pop outline-none data-[state=open]:animate-menu-in',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Returns the focus to the trigger, unless an item navigated to a page that took it. */
function leaveFocusInPage(event: Event): void {
  if (document.activeElement?.closest('main h1')) event.preventDefault()
}

const itemClasses =
  'flex h-8 w-full cursor-default items-center gap-2.5 rounded-md px-2 text-sm outline-none select-none data-disabled:opacity-50 data-highlighted:bg-accent pointer-coarse:h-11'

export function MenuItem({
  icon: Icon,
  danger,
  className,
  children,
  asChild,
  ...props
}: MenuItemProps) {
  return (
    <Radix.Item
      {...props}
      asChild={asChild ?? false}
      className={cn(itemClasses, danger && 'text-destructive', className)}
    >
      {asChild ? (
        children
      ) : (
        <>
          {Icon && <MenuIcon icon={Icon} danger={danger ?? false} />}
          {children}
        </>
      )}
    </Radix.Item>
  )
}

/** A labelled group of items of which one is selected. */
export function MenuChoice<V extends string>({
  label,
  value,
  onValueChange,
  options,
}: MenuChoiceProps<V>) {
  return (
    <Radix.RadioGroup value={value} aria-label={label}>
      <GroupLabel text={label} />
      {options.map((option) => (
        <Radix.RadioItem
          key={option.value}
          value={option.value}
          onSelect={() => onValueChange(option.value)}
          className={itemClasses}
        >
          <span className="size-4">
            <Radix.ItemIndicator>
              <Check className="size-4 text-primary" aria-hidden="true" />
            </Radix.ItemIndicator>
          </span>
          {option.label}
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  )
}

/** Like `MenuChoice`, with a second line in each item; long lists scroll. */
export function MenuRows({ label, value, onValueChange, options }: MenuRowsProps) {
  return (
    <Radix.RadioGroup value={value} aria-label={label}>
      <GroupLabel text={label} />
      <div ref={showSelected} className="max-h-[min(20rem,45dvh)] overflow-y-auto">
        {options.map((option) => (
          <Radix.RadioItem
            key={option.value}
            value={option.value}
            textValue={option.label}
            onSelect={() => onValueChange(option.value)}
            className={cn(itemClasses, 'h-auto min-h-12 gap-3 py-1 pointer-coarse:h-auto')}
          >
            {option.start}
            <span className="min-w-0 flex-1">
              <span className="line-clamp-2 font-medium wrap-anywhere">{option.label}</span>
              <span className="block truncate text-caption text-muted-foreground">
                {option.detail}
              </span>
            </span>
            <span className="size-4 shrink-0">
              <Radix.ItemIndicator>
                <Check className="size-4 text-primary" aria-hidden="true" />
              </Radix.ItemIndicator>
            </span>
          </Radix.RadioItem>
        ))}
      </div>
    </Radix.RadioGroup>
  )
}

/** Scrolls a long list to its selected item. */
function showSelected(list: HTMLElement | null): void {
  const selected = list?.querySelector<HTMLElement>('[data-state=checked]')
  if (list && selected) list.scrollTop = selected.offsetTop - list.offsetTop - list.clientHeight / 2
}

/** For the eye: the group itself has the name. */
function GroupLabel({ text }: { text: string }) {
  return (
    <Radix.Label aria-hidden="true" className="px-2 pt-1.5 pb-1 text-xs text-muted-foreground">
      {text}
    </Radix.Label>
  )
}

export function MenuNote({ children }: MenuNoteProps) {
  return (
    <Radix.Label className="border-t px-2 pt-2 pb-1 text-xs text-muted-foreground">
      {children}
    </Radix.Label>
  )
}

export function MenuSeparator() {
  return <Radix.Separator className="my-1 border-t" />
}
