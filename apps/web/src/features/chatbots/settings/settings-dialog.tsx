import { loadNumberSettings } from '@kirim/contract/chatbot-tools'
import { useQuery } from '@tanstack/react-query'
import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { FormDialog } from '#shared/forms/form-dialog.tsx'
import { Button } from '#shared/ui/button.tsx'
import { ErrorState } from '#shared/ui/error-state.tsx'
import { Loading } from '#shared/ui/loading.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { useMay } from '#shared/workspace/workspace-context.ts'
import { SettingsForm, useSaveSettings } from './settings-form.tsx'
import { SettingsSummary } from './settings-summary.tsx'

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
      <SettingsDialog
        key={openings}
        deviceId={deviceId}
        open={open}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

interface SettingsDialogProps {
  deviceId: string
  open: boolean
  onClose: () => void
}

function SettingsDialog({ deviceId, open, onClose }: SettingsDialogProps) {
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
  const save = useSaveSettings(deviceId, onClose)
  const mayWrite = useMay('chatbots:write')
  const isReady = settings.data !== undefined && !settings.isFetching
  return (
    <FormDialog
      size="large"
      open={open}
      onClose={onClose}
      title={t('Chatbot settings')}
      description={t('For all items of this number.')}
      action={isReady && mayWrite ? t('Save Changes') : null}
      busy={save.isPending}
      busyText={t('Saving...')}
    >
      {(form) => (
        <>
          {isReady && (
            <Allowed to="chatbots:write" otherwise={<SettingsSummary settings={settings.data} />}>
              <SettingsForm settings={settings.data} save={save} form={form} />
            </Allowed>
          )}
          {settings.isFetching && <Loading text={t('Loading settings...')} />}
          {settings.isError && !settings.isFetching && (
            <ErrorState
              className="border-t-0"
              message={messageOf(settings.error, t('Failed to load settings.'))}
              onRetry={() => void settings.refetch()}
            />
          )}
        </>
      )}
    </FormDialog>
  )
}
