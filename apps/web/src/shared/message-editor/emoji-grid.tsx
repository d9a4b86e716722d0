import { Popover } from 'radix-ui'
import { type ComponentProps, type KeyboardEvent, type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { textKey } from '#shared/i18n/text-key.ts'

/** Common emoji for shops, by group name (a translation key). */
export const EMOJI: Readonly<Record<string, readonly string[]>> = {
  [textKey('Smileys')]: [...'😀😁😂🤣😊🙂😉😍🥰😘😋😎🤩🥳🤔🤗😇😅😢😭😮😴🤒😡'],
  [textKey('Hands')]: [...'👍👎👏🙌🙏🤝💪👋👌🤞👆👇👉👈📞📱💬📣'],
  [textKey('Celebrations')]: ['❤️', '🧡', '💛', '💚', '💙', '💜', ...'💯🎉🎊🎁🎂🎈🌙🕌🎄🌟🔥✨'],
  [textKey('Food')]: [...'☕🍵🥤🍔🍕🍜🍚🍛🍗🍰🍩🍪🍎🍉🍌🥭🍦🥗'],
  [textKey('Shop')]: ['🛍️', '🛒', '💰', '💳', '🏷️', ...'📦🚚🏪🏠📍📅⏰⏳✅❌❓❗🔔'],
}

const COLUMNS = 8
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -COLUMNS,
  ArrowDown: COLUMNS,
}

export interface EmojiPickerProps {
  /** The trigger button. */
  children: ReactElement<ComponentProps<'button'>>
  onPick: (emoji: string) => void
  /** Called after a choice; moves the focus away from the trigger. */
  onClosed: () => void
  /** Called when it is closed without a choice. */
  onDismissed?: () => void
}

/** A small grid of common emoji, initially open, with arrow key navigation. */
export function OpenedEmojiPicker({ children, onPick, onClosed, onDismissed }: EmojiPickerProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(true)
  const [picked, setPicked] = useState(false)
  const pick = (emoji: string) => {
    setPicked(true)
    setOpen(false)
    onPick(emoji)
  }
  return (
    <Popover.Root
      open={open}
      onOpenChange={(next) => {
        setPicked(false)
        setOpen(next)
      }}
    >
      <Popover.Trigger asChild>{children}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          sideOffset={6}
          collisionPadding={10}
          aria-label={t('Emoji')}
          onKeyDown={moveFocus}
          onCloseAutoFocus={(event) => {
            if (!picked) {
              onDismissed?.()
              return
            }
            event.preventDefault()
            onClosed()
          }}
          className="z-50 max-h-80 w-[300px] overflow-y-auto rounded-lg bg-popover p-2 text-popover-foreground shadow-pop outline-none data-[state=open]:animate-menu-in"
        >
          {Object.entries(EMOJI).map(([group, emoji]) => (
            <section key={group} aria-label={t(group)}>
              <p className="px-1 py-1 text-xs font-medium text-muted-foreground">{t(group)}</p>
              <div className="grid grid-cols-8">
                {emoji.map((character) => (
                  <button
                    key={character}
                    type="button"
                    onClick={() => pick(character)}
                    className="grid aspect-square place-items-center rounded-md text-lg leading-none hover:bg-accent focus-visible:bg-accent"
                  >
                    {character}
                  </button>
                ))}
              </div>
            </section>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>): void {
  const step = STEPS[event.key]
  if (step === undefined) return
  event.preventDefault()
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const current = buttons.indexOf(event.target as HTMLButtonElement)
  const next = Math.min(Math.max(current + step, 0), buttons.length - 1)
  buttons[next]?.focus()
}
