import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { FormDialog } from '#shared/forms/form-dialog.tsx'
import { useFormat } from '#shared/i18n/format.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { OneTimeLink } from '#shared/ui/one-time-link.tsx'

interface LinkDialogProps {
  open: boolean
  onClose: () => void
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
  const { open, onClose, title, description, link, error, isPending, onMake, children } = props
  const { t } = useTranslation()
  const { longDateTime } = useFormat()
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      action={link ? null : t('Create link')}
      busy={isPending}
      busyText={t('Creating...')}
    >
      {({ id }) =>
        link ? (
          <OneTimeLink
            label={link.label}
            path={link.path}
            until={t('It expires on {date}.', { date: longDateTime(link.expiresAt) })}
          />
        ) : (
          <form
            id={id}
            onSubmit={(event) => {
              event.preventDefault()
              onMake()
            }}
            className="flex flex-col gap-4 empty:hidden"
          >
            {error && <Alert title={messageOf(error, t('Could not create the link.'))} />}
            {children}
          </form>
        )
      }
    </FormDialog>
  )
}
