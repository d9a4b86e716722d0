import { VISIBLE } from '@kirim/contract/names'
import { useEffect, useEffectEvent, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { CampaignActions } from '#shared/forms/campaign-actions.tsx'
import { DraftOffer } from '#shared/forms/draft-offer.tsx'
import { FormFrame } from '#shared/forms/form-frame.tsx'
import { LeaveGuard } from '#shared/forms/leave-guard.tsx'
import { problemResolver } from '#shared/forms/problem-resolver.ts'
import { type Draft, useDraft } from '#shared/forms/use-draft.ts'
import { navigate } from '#shared/routing/navigation.ts'
import { campaignsAddress } from '../addresses.ts'
import { apiRestChanged } from '../api-rest/api-rest-values.ts'
import { AiPreview, AiPreviewButton } from './ai-preview.tsx'
import { BehaviourSection } from './behaviour-section.tsx'
import {
  type AiFormValues,
  type Attachment,
  attachmentOf,
  newValues,
  problemsOf,
  valuesOf,
} from './form-values.ts'
import { attachmentOfDraft, draftOf, ItemDraft, valuesOfDraft } from './item-draft.ts'
import { ItemSection } from './item-section.tsx'
import { ReplySection } from './reply-section.tsx'
import { TriggerSection } from './trigger-section.tsx'
import type { AiFormData } from './use-form-data.ts'
import { useSaveAiCampaign } from './use-save-ai-campaign.ts'

interface AiFormProps {
  data: AiFormData
  /** Fixed by the address; empty when the form lets one choose. */
  numberId: string
  back: string
}

/** 'AI Chatbot Item' [2.ai-form]. What is typed stays until it is saved. */
export function AiForm({ data, numberId, back }: AiFormProps) {
  const { numbers, campaign, apiRest } = data
  const [start] = useState(() => ({
    values: campaign ? valuesOf(campaign, apiRest) : newValues(numberId || onlyId(numbers)),
    attachment: campaign ? attachmentOf(campaign) : ({ kind: 'none' } as const),
  }))
  const [attachment, setAttachment] = useState<Attachment>(start.attachment)
  const form = useForm<AiFormValues>({
    defaultValues: start.values,
    resolver: problemResolver(problemsOf),
    shouldFocusError: false,
  })
  const save = useSaveAiCampaign(campaign, apiRest, ({ problem, gone }) => {
    if (gone) form.setValue('nextBotAction', '', { shouldDirty: true })
    form.setError('nextBotAction', { message: problem })
  })
  // Once saved the page is left, which may take a moment.
  const saving = save.isPending || save.isSuccess
  const dirty = form.formState.isDirty || attachment !== start.attachment
  const draft = useDraft({
    name: `chatbot/${numberId}/${campaign?.id ?? 'new'}`,
    schema: ItemDraft,
    form,
    toDraft: (values) => draftOf(values, attachment, apiRestChanged(values.apiRest, apiRest)),
    beside: attachment,
    putBack: (kept) => {
      form.reset(valuesOfDraft(kept, start.values, numberId), { keepDefaultValues: true })
      setAttachment(attachmentOfDraft(kept, start.attachment))
    },
  })
  const savedAt = save.data?.deviceId
  const saved = useEffectEvent((deviceId: string) => {
    draft.forget()
    navigate(campaignsAddress(deviceId))
  })
  useEffect(() => {
    if (savedAt) saved(savedAt)
  }, [savedAt])
  const preview = { numbers, attachment }
  return (
    <FormProvider {...form}>
      <LeaveGuard active={dirty && !save.isSuccess} onLeave={draft.forget} />
      <DraftOffer draft={draft} lost={useLost(draft)} />
      <FormFrame
        onSubmit={form.handleSubmit((values) => save.mutate({ values, attachment }))}
        saving={saving}
        submits={form.formState.submitCount}
        answers={draft.answers}
        previewButton={<AiPreviewButton {...preview} />}
        actions={<Actions editing={campaign !== null} saving={saving} back={back} />}
        preview={<AiPreview {...preview} />}
      >
        <ItemSection numbers={numbers} fixed={numberId !== ''} />
        <TriggerSection campaignId={campaign?.id ?? null} />
        <ReplySection attachment={attachment} onAttachment={setAttachment} />
        <BehaviourSection campaignId={campaign?.id ?? null} />
      </FormFrame>
    </FormProvider>
  )
}

/** What a tab does not keep of an item. */
function useLost({ offered }: Draft<ItemDraft>): string[] {
  const { t } = useTranslation()
  const name = offered?.fileName
  return [
    ...(name ? [t('The file {name} has to be chosen again.', { name })] : []),
    ...(offered?.apiRestLost
      ? [t('What Configure API was set to is not kept, for it may hold secrets. Set it up again.')]
      : []),
  ]
}

/** Nothing to choose where there is only one. */
function onlyId(numbers: AiFormData['numbers']): string {
  const [only, second] = numbers
  return only && !second ? only.id : ''
}

function Actions(props: { editing: boolean; saving: boolean; back: string }) {
  const name = useWatch<AiFormValues, 'name'>({ name: 'name' })
  return <CampaignActions {...props} nameless={!VISIBLE.test(name)} />
}
