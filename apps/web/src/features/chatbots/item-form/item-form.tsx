import { VISIBLE } from '@kirim/contract/names'
import { useEffect, useEffectEvent, useState } from 'react'
import { FormProvider, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#shared/api/api-error.ts'
import { CampaignActions } from '#shared/forms/campaign-actions.tsx'
import { DraftOffer } from '#shared/forms/draft-offer.tsx'
import { FormFrame } from '#shared/forms/form-frame.tsx'
import { LeaveGuard } from '#shared/forms/leave-guard.tsx'
import { placeIssues } from '#shared/forms/place-issues.ts'
import { problemResolver } from '#shared/forms/problem-resolver.ts'
import { type Draft, useDraft } from '#shared/forms/use-draft.ts'
import { navigate } from '#shared/routing/navigation.ts'
import { itemsAddress } from '../addresses.ts'
import {
  type Attachment,
  apiRestChanged,
  attachmentOf,
  type ItemFormValues,
  newValues,
  problemsOf,
  valuesOf,
} from '../item-form-values.ts'
import { BehaviourSection } from './behaviour-section.tsx'
import { attachmentOfDraft, draftOf, ItemDraft, valuesOfDraft } from './item-draft.ts'
import { ItemPreview, ItemPreviewButton } from './item-preview.tsx'
import { ItemSection } from './item-section.tsx'
import { ReplySection } from './reply-section.tsx'
import { TriggerSection } from './trigger-section.tsx'
import type { ItemFormData } from './use-form-data.ts'
import { useSaveItem } from './use-save-item.ts'

interface ItemFormProps {
  data: ItemFormData
  /** Fixed by the address; empty when it is chosen in the form. */
  deviceId: string
  back: string
}

/** 'AI Chatbot Item' [2.ai-form]. Input is kept until it is saved. */
export function ItemForm({ data, deviceId, back }: ItemFormProps) {
  const { numbers, item, apiRest } = data
  const [start] = useState(() => ({
    values: item ? valuesOf(item, apiRest) : newValues(deviceId || onlyId(numbers)),
    attachment: item ? attachmentOf(item) : ({ kind: 'none' } as const),
  }))
  const [attachment, setAttachment] = useState<Attachment>(start.attachment)
  const form = useForm<ItemFormValues>({
    defaultValues: start.values,
    resolver: problemResolver(problemsOf),
    shouldFocusError: false,
  })
  const save = useSaveItem(item, apiRest, (error) => {
    const code = error instanceof ApiError ? error.code : ''
    // The chosen item does not exist any more.
    if (code === 'chatbot_next_action_missing') {
      form.setValue('nextBotAction', '', { shouldDirty: true })
    }
    placeIssues(form, error)
  })
  // Leaving the page after a save may take a moment.
  const saving = save.isPending || save.isSuccess
  const dirty = form.formState.isDirty || attachment !== start.attachment
  const draft = useDraft({
    name: `chatbot/${deviceId}/${item?.id ?? 'new'}`,
    schema: ItemDraft,
    form,
    toDraft: (values) => draftOf(values, attachment, apiRestChanged(values.apiRest, apiRest)),
    beside: attachment,
    putBack: (draft) => {
      form.reset(valuesOfDraft(draft, start.values, deviceId), { keepDefaultValues: true })
      setAttachment(attachmentOfDraft(draft, start.attachment))
    },
  })
  const savedAt = save.data?.deviceId
  const saved = useEffectEvent((deviceId: string) => {
    draft.forget()
    navigate(itemsAddress(deviceId))
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
        previewButton={<ItemPreviewButton {...preview} />}
        actions={<Actions editing={item !== null} saving={saving} back={back} />}
        preview={<ItemPreview {...preview} />}
      >
        <ItemSection numbers={numbers} fixed={deviceId !== ''} />
        <TriggerSection itemId={item?.id ?? null} />
        <ReplySection attachment={attachment} onAttachment={setAttachment} />
        <BehaviourSection itemId={item?.id ?? null} />
      </FormFrame>
    </FormProvider>
  )
}

/** What the draft does not restore of an item. */
function useLost({ offered }: Draft<ItemDraft>): string[] {
  const { t } = useTranslation()
  const name = offered?.fileName
  return [
    ...(name ? [t('Choose the file {name} again.', { name })] : []),
    ...(offered?.apiRestLost
      ? [
          t(
            'The Configure API settings are not kept because they may contain secrets. Set them up again.',
          ),
        ]
      : []),
  ]
}

/** A single number needs no choice. */
function onlyId(numbers: ItemFormData['numbers']): string {
  const [only, second] = numbers
  return only && !second ? only.id : ''
}

function Actions(props: { editing: boolean; saving: boolean; back: string }) {
  const name = useWatch<ItemFormValues, 'name'>({ name: 'name' })
  return <CampaignActions {...props} nameless={!VISIBLE.test(name)} />
}
