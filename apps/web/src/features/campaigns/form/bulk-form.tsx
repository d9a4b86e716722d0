import { VARIANTS_MAX } from '@kirim/contract/limits'
import { VISIBLE } from '@kirim/contract/names'
import { lazy, memo, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CampaignActions } from '#shared/forms/campaign-actions.tsx'
import { DraftOffer } from '#shared/forms/draft-offer.tsx'
import { fieldIssue } from '#shared/forms/field-issue.ts'
import { FormFrame } from '#shared/forms/form-frame.tsx'
import { LeaveGuard } from '#shared/forms/leave-guard.tsx'
import { placeIssues } from '#shared/forms/place-issues.ts'
import { problemResolver } from '#shared/forms/problem-resolver.ts'
import { useDraft } from '#shared/forms/use-draft.ts'
import { useLanguage } from '#shared/i18n/language.ts'
import { navigate } from '#shared/routing/navigation.ts'
import { lazyDialog } from '#shared/ui/lazy-dialog.tsx'
import { useIsShown } from '#shared/ui/use-is-shown.ts'
import { useIsLarge } from '#shared/ui/use-is-wide.ts'
import { type MediaChoice, mediaChoiceOf, NO_MEDIA } from '../media/media-choice.ts'
import { CampaignDraft, draftOf, mediaOfDraft, valuesOfDraft } from '../values/campaign-draft.ts'
import {
  type CampaignValues,
  newCampaignValues,
  problemsOf,
  valuesOf,
} from '../values/campaign-values.ts'
import {
  type CampaignFormData,
  firstDevice,
  groupNameOf,
} from '../values/use-campaign-form-data.ts'
import { CreatedAlready, FormNotices } from './form-notices.tsx'
import { MessageSection } from './message-section.tsx'
import { CampaignPreviewButton, FormAside, SectionSkeleton } from './preview-panel.tsx'
import {
  newIdempotencyKey,
  useRefusal,
  useSaveCampaign,
  useSendQuestion,
} from './use-save-campaign.ts'
import { WhenSection } from './when-section.tsx'
import { WhoSection } from './who-section.tsx'

/** Loaded after the fields above it. */
const CheckSection = lazy(async () => ({
  default: (await import('../preflight/check-section.tsx')).CheckSection,
}))
const SendQuestion = lazyDialog(
  async () => (await import('../send/send-question.tsx')).SendQuestion,
  ({ pending }) => pending !== null,
)

interface BulkFormProps {
  data: CampaignFormData
  /** The device given by the URL, which cannot be changed. */
  fixedDeviceId: string | null
}

/** The bulk campaign form [2.bulk]. Input is kept until it is saved. */
export const BulkForm = memo(function BulkForm({ data, fixedDeviceId }: BulkFormProps) {
  const { t } = useTranslation()
  const { campaign } = data
  const { language } = useLanguage()
  const [start] = useState(() => ({
    values: campaign
      ? valuesOf(campaign)
      : newCampaignValues(
          firstDevice(data, fixedDeviceId),
          language,
          data.optOutLineByDefault ? language : '',
        ),
    media: campaign ? mediaChoiceOf(campaign) : NO_MEDIA,
  }))
  const [media, setMedia] = useState<MediaChoice>(start.media)
  const form = useForm<CampaignValues>({
    defaultValues: start.values,
    resolver: problemResolver(
      (values: CampaignValues) => problemsOf(values, start.values.scheduledAt),
      {
        scheduledAt: fieldIssue('campaign_time_unreadable'),
      },
    ),
    shouldFocusError: false,
  })
  const [wording, setWording] = useState(0)
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey)
  const [createdId, setCreatedId] = useState<string | null>(null)
  const refused = useRefusal((error, { code, params }) => {
    placeIssues(form, error)
    if (code === 'device_not_found')
      form.setError('deviceId', fieldIssue('campaign_device_required'))
    // An earlier attempt, whose answer was lost, created the campaign from other values.
    if (code === 'idempotency_key_reused') setCreatedId(String(params.campaignId))
    // An earlier attempt created the campaign, and it was deleted since.
    if (code === 'campaign_deleted_since') setIdempotencyKey(newIdempotencyKey())
  })
  const question = useSendQuestion(campaign, refused)
  const save = useSaveCampaign(campaign, idempotencyKey, (error) => {
    question.close()
    refused(error)
  })
  // Stays true after saving, because leaving the page may take a moment.
  const saving = question.isChecking || save.isPending || save.isSuccess
  const dirty = form.formState.isDirty || media !== start.media
  const draft = useDraft({
    name: `campaign/${campaign?.id ?? 'new'}`,
    schema: CampaignDraft,
    form,
    // Only creating needs a key; without one, an unchanged draft of a campaign can be discarded.
    toDraft: (values) => draftOf(values, media, campaign ? undefined : idempotencyKey),
    beside: media,
    putBack: (stored) => {
      form.reset(valuesOfDraft(stored, data, fixedDeviceId), { keepDefaultValues: true })
      setMedia(mediaOfDraft(stored, data, start.media))
      setWording(0)
      setIdempotencyKey((own) => stored.idempotencyKey ?? own)
    },
  })
  const saved = useEffectEvent(() => {
    draft.forget()
    navigate('/')
  })
  useEffect(() => {
    if (save.isSuccess) saved()
  }, [save.isSuccess])

  const addWording = () => {
    const variants = form.getValues('variants')
    if (variants.length >= VARIANTS_MAX) return
    form.setValue('variants', [...variants, { letter: undefined, caption: '' }], {
      shouldDirty: true,
    })
    setWording(variants.length + 1)
  }

  // A disabled campaign sends nothing and needs no confirmation.
  const submit = form.handleSubmit((values) =>
    values.statusEnabled ? question.check({ values, media }) : save.mutate({ values, media }),
  )
  // Content below the first screen of a phone is rendered later.
  const isShown = useIsShown()
  const files = { library: data.media, attached: campaign?.attachedFiles ?? [] }
  const isLarge = useIsLarge()
  const check = (
    <Suspense fallback={<SectionSkeleton className="h-64" />}>
      <CheckSection {...{ data, files, media }} onAddWording={addWording} />
    </Suspense>
  )
  const preview = { campaign, devices: data.devices, groups: data.groups, files, media, wording }
  return (
    <FormProvider {...form}>
      <LeaveGuard active={dirty && !save.isSuccess} onLeave={draft.forget} />
      <DraftOffer
        draft={draft}
        lost={
          draft.offered?.media.kind === 'upload'
            ? [t('Choose the file {name} again.', { name: draft.offered.media.name })]
            : []
        }
      />
      <FormNotices devices={data.devices} campaign={campaign} />
      <FormFrame
        onSubmit={submit}
        saving={saving}
        submits={form.formState.submitCount}
        answers={draft.answers}
        previewButton={<CampaignPreviewButton {...preview} />}
        actions={
          createdId ? (
            <CreatedAlready campaignId={createdId} />
          ) : (
            <Actions editing={campaign !== null} saving={saving} />
          )
        }
        preview={isLarge && <FormAside preview={preview}>{isShown && check}</FormAside>}
      >
        <WhoSection data={data} fixedDeviceId={fixedDeviceId} />
        {isShown ? (
          <>
            <MessageSection
              files={files}
              media={media}
              onMedia={setMedia}
              wordings={{ shown: wording, onShow: setWording }}
            />
            <WhenSection savedZone={campaign?.timeZone ?? null} />
            {!isLarge && check}
          </>
        ) : (
          <SectionSkeleton className="h-screen" />
        )}
      </FormFrame>
      <SendQuestion
        pending={question.pending}
        campaign={campaign}
        devices={data.devices}
        groupName={groupNameOf(data, question.pending?.values.contactGroupId)}
        busy={saving}
        onConfirm={(pending) => save.mutate(pending)}
        onCancel={question.close}
        onLater={() => void submit()}
      />
    </FormProvider>
  )
})

function Actions(props: { editing: boolean; saving: boolean }) {
  const name = useWatch<CampaignValues, 'campaignName'>({ name: 'campaignName' })
  return <CampaignActions {...props} nameless={!VISIBLE.test(name)} back="/" />
}
