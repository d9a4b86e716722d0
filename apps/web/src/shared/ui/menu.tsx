import { Check, Ellipsis, type LucideIcon } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { type ComponentProps, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { cn } from './cn.ts'
import { landmarkOf } from './landmark-of.ts'

interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactNode
  align?: 'start' | 'end'
  defaultOpen?: boolean
  className?: string
  children: ReactNode
}

/** Stands beside its trigger in the page's landmarks, and leaves the page as it is while it is open. */
export function Menu({ trigger, align = 'end', defaultOpen, className, children }: MenuProps) {
  const triggerRef = useRef<HTMLButtonElement>(null)
  const [landmark, setLandmark] = useState<HTMLElement | null>(null)
  return (
    <Radix.Root
      modal={false}
      defaultOpen={defaultOpen ?? false}
      onOpenChange={() => setLandmark(landmarkOf(triggerRef.current))}
    >
      <Radix.Trigger asChild ref={triggerRef}>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal container={landmark}>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={10}
          onCloseAutoFocus={leaveFocusInPage}
          className={cn(
            'z-50 min-w-40 rounded-lg bg-popover p-1 text-popover-foreground shadow-pop outline-none data-[state=open]:animate-menu-in',
            className,
          )}
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** The focus goes back to the trigger, unless an item led to a page that has it already. */
function leaveFocusInPage(event: Event): void {
  if (document.activeElement?.closest('main h1')) event.preventDefault()
}

const itemClasses =
  'flex h-8 w-full cursor-default items-center gap-2.5 rounded-md px-2 text-sm outline-none select-none data-disabled:opacity-50 data-highlighted:bg-accent pointer-coarse:h-11'

interface MenuItemProps extends ComponentProps<typeof Radix.Item> {
  icon?: LucideIcon
  /** Red, for what deletes; stands last, after a `MenuSeparator`. */
  danger?: boolean
}

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

/** For items that are links (`asChild`): put it before the word inside the link. */
export function MenuIcon({ icon: Icon, danger = false }: { icon: LucideIcon; danger?: boolean }) {
  return <Icon aria-hidden="true" className={cn('size-4', !danger && 'text-muted-foreground')} />
}

interface MenuChoiceProps<V extends string> {
  label: string
  value: V
  onValueChange: (value: V) => void
  options: readonly { value: V; label: string }[]
}

/** Items of which one is chosen, under their name. */
export function MenuChoice<V extends string>({
  label,
  value,
  onValueChange,
  options,
}: MenuChoiceProps<V>) {
  return (
    <Radix.RadioGroup value={value} aria-label={label}>
      <Radix.Label aria-hidden="true" className="px-2 pt-1.5 pb-1 text-xs text-muted-foreground">
        {label}
      </Radix.Label>
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

export function MenuSeparator() {
  return <Radix.Separator className="my-1 border-t" />
}

/** The one menu of a row: an ellipsis named after the row. */
export function RowActions({
  name,
  disabled = false,
  children,
}: {
  name: string
  disabled?: boolean
  children: ReactNode
}) {
  const { t } = useTranslation()
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          size="icon-sm"
          disabled={disabled}
          aria-label={t('Actions for {name}', { name })}
        >
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    >
      {children}
    </Menu>
  )
}
