import { Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import { SendLaterMenu } from './later/send-later-menu.tsx'

interface SendButtonsProps {
  /** Of the person; empty or masked where it is not known. */
  phoneNumber: string
  /** Whether a sent message is being changed. */
  isEditing: boolean
  isEmpty: boolean
  isBusy: boolean
  onSend: () => void
  onLater: (at: Date) => void
}

/** Sends at once or later, or saves the new text of a message. */
export function SendButtons({
  phoneNumber,
  isEditing,
  isEmpty,
  isBusy,
  onSend,
  onLater,
}: SendButtonsProps) {
  const { t } = useTranslation()
  const button = { variant: 'primary', size: 'sm', disabled: isEmpty, busy: isBusy } as const
  return (
    <span className="ml-auto flex items-center gap-1.5">
      <span className="text-xs text-muted-foreground max-xl:hidden pointer-coarse:hidden">
        {t('Ctrl+Enter')}
      </span>
      {isEditing ? (
        <Button {...button} busyText={t('Saving...')} onClick={onSend}>
          {t('Save')}
        </Button>
      ) : (
        <span className="inline-flex">
          <Button {...button} className="rounded-r-none" onClick={onSend}>
            <Send aria-hidden="true" />
            {t('Send')}
          </Button>
          <SendLaterMenu
            phoneNumber={phoneNumber}
            disabled={isEmpty || isBusy}
            onChoose={onLater}
          />
        </span>
      )}
    </span>
  )
}
