import { useEffect, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { CampaignActions } from '#shared/forms/campaign-actions.tsx'
import { FormFrame } from '#shared/forms/form-frame.tsx'
import { LeaveGuard } from '#shared/forms/leave-guard.tsx'
import { problemResolver } from '#shared/forms/problem-resolver.ts'
import { campaignsAddress } from './addresses.ts'
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

/** 'AI Chatbot Item' (SPEC §2 AI form). What is typed stays until it is saved. */
export function AiForm({ data, numberId, back }: AiFormProps) {
  const navigate = useNavigate()
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
  const save = useSaveAiCampaign(campaign, apiRest)
  const dirty = form.formState.isDirty || attachment !== start.attachment
  const savedAt = save.data?.deviceId
  useEffect(() => {
    if (savedAt) navigate(campaignsAddress(savedAt))
  }, [savedAt, navigate])
  const preview = { numbers, attachment }
  return (
    <FormProvider {...form}>
      <LeaveGuard active={dirty && !save.isSuccess} />
      <FormFrame
        onSubmit={form.handleSubmit((values) => save.mutate({ values, attachment }))}
        saving={save.isPending}
        submits={form.formState.submitCount}
        previewButton={<AiPreviewButton {...preview} />}
        actions={<Actions editing={campaign !== null} saving={save.isPending} back={back} />}
        preview={<AiPreview {...preview} />}
      >
        <ItemSection numbers={numbers} fixed={numberId !== ''} />
        <TriggerSection campaignId={campaign?.id ?? null} />
        <ReplySection attachment={attachment} onAttachment={setAttachment} />
        <BehaviourSection />
      </FormFrame>
    </FormProvider>
  )
}

/** Nothing to choose where there is only one. */
function onlyId(numbers: AiFormData['numbers']): string {
  const [only, second] = numbers
  return only && !second ? only.id : ''
}

function Actions(props: { editing: boolean; saving: boolean; back: string }) {
  const name = useWatch<AiFormValues, 'name'>({ name: 'name' })
  return <CampaignActions {...props} nameless={!name.trim()} />
}
