import { Send } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { LeaveGuard } from '#shared/forms/leave-guard.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { type CampaignValues, newCampaignValues, problemsOf, valuesOf } from './campaign-values.ts'
import { FormNotices } from './form-notices.tsx'
import { type MediaChoice, mediaChoiceOf, NO_MEDIA } from './media-choice.ts'
import { MessageSection } from './message-section.tsx'
import { PreviewAside, PreviewSheetButton } from './preview-panel.tsx'
import type { CampaignFormData } from './use-campaign-form-data.ts'
import { useSaveCampaign } from './use-save-campaign.ts'
import { WhenSection } from './when-section.tsx'
import { WhoSection } from './who-section.tsx'

interface BulkFormProps {
  data: CampaignFormData
  /** The address fixes the device. */
  fixedDeviceId: string | null
}

/** The bulk campaign form (SPEC §2 Bulk form fields). What is typed stays until it is saved. */
export function BulkForm({ data, fixedDeviceId }: BulkFormProps) {
  const navigate = useNavigate()
  const { campaign } = data
  const [start] = useState(() => ({
    values: campaign ? valuesOf(campaign) : newCampaignValues(firstDevice(data, fixedDeviceId)),
    media: campaign ? mediaChoiceOf(campaign) : NO_MEDIA,
  }))
  const [media, setMedia] = useState<MediaChoice>(start.media)
  const form = useForm<CampaignValues>({
    defaultValues: start.values,
    resolver: (values) => {
      const problems = Object.entries(problemsOf(values))
      const errors = problems.map(([name, message]) => [name, { type: 'custom', message }])
      return { values: errors.length > 0 ? {} : values, errors: Object.fromEntries(errors) }
    },
    shouldFocusError: false,
  })
  const formElement = useRef<HTMLFormElement>(null)
  useFocusOnProblem(formElement, form.formState.submitCount)
  const save = useSaveCampaign(campaign)
  const dirty = form.formState.isDirty || media !== start.media
  useEffect(() => {
    if (save.isSuccess) navigate('/')
  }, [save.isSuccess, navigate])

  const submit = form.handleSubmit((values) => save.mutate({ values, media }))
  const preview = { devices: data.devices, groups: data.groups, library: data.media, media }
  return (
    <FormProvider {...form}>
      <LeaveGuard active={dirty && !save.isSuccess} />
      <FormNotices devices={data.devices} campaign={campaign} />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_376px]">
        <Card className="min-w-0 overflow-clip">
          <form ref={formElement} onSubmit={submit} noValidate>
            <fieldset disabled={save.isPending} className="min-w-0">
              <WhoSection data={data} fixedDeviceId={fixedDeviceId} />
              <MessageSection library={data.media} media={media} onMedia={setMedia} />
              <WhenSection savedZone={campaign?.timeZone ?? null} />
            </fieldset>
            <footer className="flex items-center justify-end gap-2 border-t bg-muted/50 px-5 py-3.5 max-lg:sticky max-lg:bottom-0 max-lg:z-10 max-lg:bg-card sm:px-6">
              <PreviewSheetButton {...preview} />
              <FormActions editing={campaign !== null} saving={save.isPending} />
            </footer>
          </form>
        </Card>
        <PreviewAside {...preview} />
      </div>
    </FormProvider>
  )
}

/** Nothing to choose where there is only one. */
function firstDevice({ devices }: CampaignFormData, fixedDeviceId: string | null): string {
  if (fixedDeviceId) return fixedDeviceId
  const connected = devices.filter((device) => device.connected)
  const [only, second] = connected.length > 0 ? connected : devices
  return only && !second ? only.id : ''
}

/** After a refused submit, the first field with a problem. */
function useFocusOnProblem(form: { current: HTMLFormElement | null }, submits: number): void {
  useEffect(() => {
    if (submits === 0) return
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, submits])
}

/** Disabled while saving, and without a campaign name (SPEC §2). */
function FormActions({ editing, saving }: { editing: boolean; saving: boolean }) {
  const { t } = useTranslation()
  const name = useWatch<CampaignValues, 'campaignName'>({ name: 'campaignName' })
  const nameless = !name.trim()
  return (
    <>
      {nameless && (
        <p className="text-xs text-muted-foreground max-sm:hidden">
          {t('Give the campaign a name first.')}
        </p>
      )}
      <Button asChild variant="ghost" className="max-sm:hidden">
        <Link to="/">{t('Cancel')}</Link>
      </Button>
      <Button
        type="submit"
        variant="primary"
        disabled={nameless}
        busy={saving}
        busyText={t('Saving...')}
      >
        <Send aria-hidden="true" />
        {editing ? t('Update Campaign') : t('Create Campaign')}
      </Button>
    </>
  )
}
