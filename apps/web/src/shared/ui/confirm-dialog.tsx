import { AlertDialog } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { scrimClasses } from './dialog.tsx'
import { useReturnFocus } from './use-return-focus.ts'

interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description: ReactNode
  /** Further consequences, one paragraph each; null while they load, which disables confirming. */
  consequences?: readonly string[] | null
  /** Facts to decide by, shown in rows below the text. */
  children?: ReactNode
  /** The label of the confirm button. */
  action: string
  /** The label of the cancel button; 'Cancel' by default. */
  safe?: string
  /** Disables confirming; the text says why. */
  disabled?: boolean
  destructive?: boolean
  /** The dialog stays open while busy; the caller closes it when done. */
  busy?: boolean
  busyText?: string
  onConfirm: () => void
}

/** Asks before an action that cannot be undone; Cancel has the initial focus. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  consequences = [],
  children,
  action,
  safe,
  disabled = false,
  destructive = true,
  busy = false,
  busyText,
  onConfirm,
}: ConfirmDialogProps) {
  const { t } = useTranslation()
  const change = (next: boolean) => !busy && onOpenChange(next)
  const returnFocus = useReturnFocus(open)
  const confirmed = useRef(false)
  useEffect(() => {
    if (open && !busy) confirmed.current = false
  }, [open, busy])
  /** A second press may arrive before `busy` is set. */
  const confirm = () => {
    if (confirmed.current) return
    confirmed.current = true
    onConfirm()
  }
  return (
    <AlertDialog.Root open={open} onOpenChange={change}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={scrimClasses} />
        <AlertDialog.Content
          onCloseAutoFocus={returnFocus}
          className="fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-32px)] w-[400px] max-w-[calc(100vw-32px)] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-xl bg-popover p-5 text-popover-foreground shadow-pop outline-none data-[state=closed]:animate-dialog-out data-[state=open]:animate-dialog-in"
        >
          <AlertDialog.Title className="text-heading font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="mt-1.5 grid gap-2 wrap-anywhere text-muted-foreground">
              <p>{description}</p>
              {consequences === null && <p>{t('Looking for campaigns that use it...')}</p>}
              {consequences?.map((line) => (
                <p key={line} className="tnum">
                  {line}
                </p>
              ))}
            </div>
          </AlertDialog.Description>
          {children}
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button disabled={busy}>{safe ?? t('Cancel')}</Button>
            </AlertDialog.Cancel>
            <Button
              variant={destructive ? 'destructive' : 'primary'}
              disabled={disabled || consequences === null}
              busy={busy}
              busyText={busyText}
              onClick={confirm}
            >
              {action}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
