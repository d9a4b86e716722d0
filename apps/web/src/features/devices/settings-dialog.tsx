import { type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { useSingleMutation } from '#shared/api/use-single-mutation.ts'
import { FormDialog, type FormInDialog } from '#shared/forms/form-dialog.tsx'
import { toast } from '#shared/toast/toast.ts'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Loading } from '#shared/ui/loading.tsx'
import { Switch } from '#shared/ui/switch.tsx'

interface SettingsDialogProps<T, Body> {
  open: boolean
  onClose: () => void
  title: string
  description: string
  query: UseQueryOptions<T, Error, T, readonly unknown[]>
  save: (body: Body) => Promise<T>
  /** Whether the loaded settings can be changed; always, if missing. */
  canSave?: (settings: T) => boolean
  texts: {
    loading: string
    loadFailed: string
    saving?: string
    saved: string
    /** Missing if the form itself shows why saving failed. */
    saveFailed?: string
  }
  children: (
    form: FormInDialog,
    settings: T,
    saving: ReturnType<typeof useSingleMutation<T, Body>>,
  ) => ReactNode
}

/** A dialog that loads settings of a number, and closes once they are saved. */
export function SettingsDialog<T, Body>(props: SettingsDialogProps<T, Body>) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { open, onClose, title, description, query, save, canSave, texts } = props
  const { data, error, isFetching, refetch } = useQuery({
    ...query,
    enabled: open,
    staleTime: 0,
    // Keeps what is being typed.
    refetchOnWindowFocus: false,
  })
  const saving = useSingleMutation({
    mutationFn: save,
    onSuccess: (settings: T) => {
      toast({ title: texts.saved, tone: 'success' })
      client.setQueryData(query.queryKey, settings)
      onClose()
    },
    onError: (failure) => {
      if (texts.saveFailed) toast({ title: messageOf(failure, texts.saveFailed), tone: 'error' })
    },
  })
  const isReadOnly = canSave && !(data && canSave(data))
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      action={isReadOnly ? null : t('Save')}
      busy={saving.isPending}
      busyText={texts.saving ?? t('Saving...')}
    >
      {(form) => {
        if (data) return props.children(form, data, saving)
        if (!error) return <Loading text={texts.loading} />
        return (
          <ErrorState
            className="border-0 px-0 py-2"
            message={messageOf(error, texts.loadFailed)}
            onRetry={() => void refetch()}
            busy={isFetching}
          />
        )
      }}
    </FormDialog>
  )
}

interface SwitchRowProps {
  label: string
  note: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A switch with a sentence below its label. */
export function SwitchRow({ label, note, checked, onChange }: SwitchRowProps) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id} className="text-caption font-medium">
          {label}
        </label>
        <p id={`${id}-note`} className="text-xs text-muted-foreground">
          {note}
        </p>
      </div>
      <Switch
        id={id}
        aria-describedby={`${id}-note`}
        checked={checked}
        onCheckedChange={onChange}
      />
    </div>
  )
}
