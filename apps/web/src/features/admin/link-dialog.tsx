import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { useFormat } from '#shared/i18n/format.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { OneTimeLink } from './one-time-link.tsx'

interface LinkDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  description: ReactNode
  /** The created link; `path` is a path of this app. */
  link: { label: string; path: string; expiresAt: string } | undefined
  error: Error | null
  isPending: boolean
  onMake: () => void
  /** Fields shown before the link is created. */
  children?: ReactNode
}

/** Creates a one-time link and shows it once. */
export function LinkDialog(props: LinkDialogProps) {
  const { open, onOpenChange, title, description, link, error, isPending, onMake, children } = props
  const { t } = useTranslation()
  const { longDateTime } = useFormat()
  const formId = useId()
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !isPending && onOpenChange(next)}
      title={title}
      description={description}
      footer={
        link ? (
          <Button variant="primary" onClick={() => onOpenChange(false)}>
            {t('Done')}
          </Button>
        ) : (
          <>
            <Button disabled={isPending} onClick={() => onOpenChange(false)}>
              {t('Cancel')}
            </Button>
            <Button
              type="submit"
              form={formId}
              variant="primary"
              busy={isPending}
              busyText={t('Creating...')}
            >
              {t('Create link')}
            </Button>
          </>
        )
      }
    >
      {link ? (
        <OneTimeLink
          label={link.label}
          path={link.path}
          until={t('It expires on {date}.', { date: longDateTime(link.expiresAt) })}
        />
      ) : (
        <form
          id={formId}
          onSubmit={(event) => {
            event.preventDefault()
            onMake()
          }}
          className="flex flex-col gap-4 empty:hidden"
        >
          {error && <Alert title={messageOf(error, t('Could not create the link.'))} />}
          {children}
        </form>
      )}
    </Dialog>
  )
}
