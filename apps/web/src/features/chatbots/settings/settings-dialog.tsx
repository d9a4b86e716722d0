import { loadNumberSettings } from '@kirim/contract/chatbot-tools'
import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { useCloseQuestion } from '#shared/forms/use-close-question.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Loading } from '#shared/ui/loading.tsx'
import { SETTINGS_FORM, SettingsForm } from './settings-form.tsx'
import { useSaveSettings } from './use-save-settings.ts'

/** A number's chatbot settings, beyond its items. */
export function ChatbotSettingsButton({ deviceId }: { deviceId: string }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [openings, setOpenings] = useState(0)
  return (
    <>
      <Button
        onClick={() => {
          setOpenings(openings + 1)
          setOpen(true)
        }}
      >
        <SlidersHorizontal aria-hidden="true" />
        {t('Chatbot settings')}
      </Button>
      {/* A new key per opening, so that refusals of the last one are gone. */}
      <SettingsDialog key={openings} deviceId={deviceId} open={open} onOpenChange={setOpen} />
    </>
  )
}

interface SettingsDialogProps {
  deviceId: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

function SettingsDialog({ deviceId, open, onOpenChange }: SettingsDialogProps) {
  const { t } = useTranslation()
  // The form starts from the settings once, so they are loaded again for each opening.
  const settings = useQuery({
    ...callQuery(loadNumberSettings, { params: { id: deviceId } }),
    enabled: open,
    staleTime: 0,
    gcTime: 0,
    // A refetch would replace the form and lose the input.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const save = useSaveSettings(deviceId, () => onOpenChange(false))
  const closing = useCloseQuestion(() => onOpenChange(false))
  return (
    <>
      <Dialog
        size="large"
        open={open}
        onOpenChange={(next) => !save.isPending && closing.onOpenChange(next)}
        title={t('Chatbot settings')}
        description={t('For all items of this number.')}
        footer={
          <>
            <Button onClick={() => onOpenChange(false)} disabled={save.isPending}>
              {t('Cancel')}
            </Button>
            <Button
              type="submit"
              form={SETTINGS_FORM}
              variant="primary"
              disabled={!settings.data || settings.isFetching}
              busy={save.isPending}
              busyText={t('Saving...')}
            >
              {t('Save Changes')}
            </Button>
          </>
        }
      >
        {settings.data && !settings.isFetching && (
          <SettingsForm settings={settings.data} save={save} onDirty={closing.onDirty} />
        )}
        {settings.isFetching && <Loading text={t('Loading settings...')} />}
        {settings.isError && !settings.isFetching && (
          <ErrorState
            className="border-t-0"
            message={messageOf(settings.error, t('Failed to load settings.'))}
            onRetry={() => void settings.refetch()}
          />
        )}
      </Dialog>
      {closing.question}
    </>
  )
}
