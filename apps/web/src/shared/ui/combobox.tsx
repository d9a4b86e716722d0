import { ChevronsUpDown, Search } from 'lucide-react'
import { Popover } from 'radix-ui'
import { type KeyboardEvent, type Ref, useEffect, useId, useRef, useState } from 'react'
import { cn } from './cn.ts'
import { useFieldGroup } from './field.tsx'
import { Input } from './input.tsx'

export interface ComboboxOption {
  id: string
  label: string
  /** Shown muted at the right: a number. */
  detail: string
}

interface ComboboxProps<O extends ComboboxOption> {
  chosen: O | null
  onChoose: (option: O | null) => void
  /** The search text; '' matches everything. */
  onSearch: (text: string) => void
  /** The search results. */
  options: readonly O[]
  /** The options belong to an earlier search: Enter does not select one. */
  outdated: boolean
  /** Announced and shown below the options: the number of results, or why there are none. */
  status: string
  placeholder?: string
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

/** A search field that selects one of its results, with arrow keys and Enter. */
export function Combobox<O extends ComboboxOption>(props: ComboboxProps<O>) {
  const { chosen, options, status, placeholder, onBlur, ref } = props
  const box = useRef<HTMLDivElement>(null)
  const listId = useId()
  const { 'aria-labelledby': labelId } = useFieldGroup()
  const { open, setOpen, typed, active, setActive, type, choose, onKeyDown, leave } =
    useCombobox(props)
  const idOf = (option: O) => `${listId}-${option.id}`
  const activeId = open && active ? idOf(active) : undefined
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Anchor asChild>
        <div ref={box}>
          <Input
            ref={ref}
            role="combobox"
            aria-autocomplete="list"
            aria-expanded={open}
            aria-controls={open ? listId : undefined}
            aria-activedescendant={activeId}
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            placeholder={placeholder}
            leading={<Search aria-hidden="true" />}
            trailing={<ChevronsUpDown aria-hidden="true" />}
            value={typed ?? chosen?.label ?? ''}
            onChange={(event) => type(event.target.value)}
            onClick={() => setOpen(true)}
            onKeyDown={onKeyDown}
            onBlur={() => {
              leave()
              onBlur?.()
            }}
          />
        </div>
      </Popover.Anchor>
      <p aria-live="polite" className="sr-only">
        {open && status}
      </p>
      {/* Not in a portal, which would be outside the landmarks. */}
      <Popover.Content
        role="presentation"
        align="start"
        sideOffset={4}
        collisionPadding={10}
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={(event) => event.preventDefault()}
        onInteractOutside={(event) => {
          if (event.target instanceof Node && box.current?.contains(event.target)) {
            event.preventDefault()
          }
        }}
        // Keeps the focus in the field, so that the user can go on typing.
        onPointerDown={(event) => event.preventDefault()}
        className="z-50 w-(--radix-popover-trigger-width) rounded-lg bg-popover text-popover-foreground shadow-pop outline-none data-[state=open]:animate-menu-in"
      >
        <div
          role="listbox"
          id={listId}
          aria-labelledby={labelId}
          className="max-h-64 overflow-y-auto"
        >
          {options.map((option) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the box has the keys
            <div
              key={option.id}
              role="option"
              id={idOf(option)}
              aria-selected={option.id === chosen?.id}
              onClick={() => choose(option)}
              onPointerMove={() => setActive(option.id)}
              className={cn(
                'mx-1 flex min-h-8 cursor-default items-center justify-between gap-3 rounded-md px-2 py-1 text-sm select-none first:mt-1 last:mb-1 pointer-coarse:min-h-11',
                option.id === active?.id && 'bg-accent text-accent-foreground',
              )}
            >
              <span className="min-w-0 truncate">{option.label}</span>
              <span className="tnum shrink-0 text-caption text-muted-foreground">
                {option.detail}
              </span>
            </div>
          ))}
        </div>
        <p
          aria-hidden="true"
          className={cn(
            'px-3 py-2 text-xs text-muted-foreground',
            options.length > 0 && 'border-t',
          )}
        >
          {status}
        </p>
      </Popover.Content>
    </Popover.Root>
  )
}

function useCombobox<O extends ComboboxOption>({
  chosen,
  onChoose,
  onSearch,
  options,
  outdated,
}: ComboboxProps<O>) {
  const [open, setOpen] = useState(false)
  /** Null while the field shows the selected option. */
  const [typed, setTyped] = useState<string | null>(null)
  const [activeId, setActive] = useState('')
  const place = Math.max(
    options.findIndex(({ id }) => id === activeId),
    0,
  )
  const active = outdated ? undefined : options[place]

  function settle(): void {
    setOpen(false)
    setTyped(null)
    setActive(chosen?.id ?? '')
    onSearch('')
  }
  function choose(option: O): void {
    onChoose(option)
    settle()
  }
  function move(step: 1 | -1): void {
    if (open) setActive(options.at((place + step) % options.length)?.id ?? '')
    else setOpen(true)
  }
  const keys: Record<string, () => void> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    ...(open && { Escape: settle }),
    ...(open && { Enter: () => active && choose(active) }),
  }
  return {
    open,
    setOpen,
    typed,
    active,
    setActive,
    choose,
    type(text: string): void {
      setTyped(text)
      setOpen(true)
      setActive('')
      onSearch(text.trim())
    },
    onKeyDown(event: KeyboardEvent): void {
      const act = keys[event.key]
      if (!act) return
      event.preventDefault()
      act()
    },
    /** Discards unselected input; an emptied field clears the selection. */
    leave(): void {
      if (typed?.trim() === '') onChoose(null)
      settle()
    },
  }
}
