import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { textKey } from '#shared/i18n/text-key.ts'
import { Dialog } from '#shared/ui/dialog.tsx'

const SHORTCUTS: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['j', 'k'], does: textKey('Next, previous chat') },
  { keys: ['Enter'], does: textKey('Open, to the composer') },
  { keys: ['e'], does: textKey('Close the case') },
  { keys: ['a'], does: textKey('Assign') },
  { keys: ['l'], does: textKey('Label') },
  { keys: ['s'], does: textKey('Snooze') },
  { keys: ['n'], does: textKey('Note') },
  { keys: ['r'], does: textKey('Reply') },
  { keys: ['/'], does: textKey('Saved replies') },
  { keys: ['Ctrl', 'Enter'], does: textKey('Send') },
  { keys: ['Esc'], does: textKey('Back to the list') },
  { keys: ['?'], does: textKey('These shortcuts') },
]

interface ShortcutsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The keys of the chats. */
export function ShortcutsDialog({ open, onOpenChange }: ShortcutsDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('Keyboard shortcuts')} size="medium">
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2.5 sm:grid-cols-[auto_1fr_auto_1fr]">
        {SHORTCUTS.map(({ keys, does }) => (
          <Fragment key={does}>
            <dt className="flex gap-1">
              {keys.map((key) => (
                <kbd
                  key={key}
                  className="grid h-6 min-w-6 place-items-center rounded-[6px] border px-1.5 font-sans text-xs text-muted-foreground"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className="text-caption">{t(does)}</dd>
          </Fragment>
        ))}
      </dl>
    </Dialog>
  )
}
