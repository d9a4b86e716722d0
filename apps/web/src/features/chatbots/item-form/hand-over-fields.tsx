import { listChatLabels } from '@kirim/contract/chat-labels'
import { listChatPeople } from '@kirim/contract/chat-people'
import { HAND_OVER_NOTE_MAX_LENGTH, type HandOver } from '@kirim/contract/hand-over'
import { useQuery } from '@tanstack/react-query'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { callQuery } from '#shared/api/query.ts'
import { useFieldProblem } from '#shared/forms/use-field-problem.ts'
import { Field } from '#shared/ui/field.tsx'
import { Segmented } from '#shared/ui/segmented.tsx'
import { Select } from '#shared/ui/select.tsx'
import type { SelectOption } from '#shared/ui/select-face.tsx'
import { Textarea } from '#shared/ui/textarea.tsx'
import type { ItemFormValues } from '../item-form-values.ts'

/** Stands for no person or label in a list, whose values are never empty. */
const NONE = 'none'
const NOTHING: HandOver = { personId: null, labelId: null, note: '' }

/** Whether the chat belongs to people after the answer, and to whom. */
export function HandOverFields() {
  const { t } = useTranslation()
  const { field } = useController<ItemFormValues, 'handOver'>({ name: 'handOver' })
  const { value, onChange } = field
  return (
    <>
      <Field
        label={t('After the answer')}
        hint={
          value
            ? t('The person waits for people, and chatbots are silent in the chat.')
            : t('The chatbot goes on answering.')
        }
        error={useFieldProblem<ItemFormValues>('handOver')}
        className="sm:col-span-2"
      >
        <Segmented
          full
          value={value ? 'people' : 'chatbot'}
          onValueChange={(chosen) => onChange(chosen === 'people' ? NOTHING : null)}
          options={[
            { value: 'chatbot', label: t('Stay with the chatbot') },
            { value: 'people', label: t('Hand over to people') },
          ]}
        />
      </Field>
      {value && <Receiver handOver={value} onChange={onChange} />}
    </>
  )
}

interface ReceiverProps {
  handOver: HandOver
  onChange: (handOver: HandOver) => void
}

function Receiver({ handOver, onChange }: ReceiverProps) {
  const { t } = useTranslation()
  const people = useQuery(callQuery(listChatPeople)).data ?? []
  const labels = useQuery(callQuery(listChatLabels)).data ?? []
  const able = people.filter(({ mayWrite }) => mayWrite)
  return (
    <>
      <Choice
        label={t('To')}
        none={t('Nobody in particular')}
        chosen={handOver.personId}
        options={able.map(({ id, name }) => ({ value: id, label: name }))}
        onChoose={(personId) => onChange({ ...handOver, personId })}
      />
      <Choice
        label={t('Label')}
        none={t('No label')}
        chosen={handOver.labelId}
        options={labels.map(({ id, name }) => ({ value: id, label: name }))}
        onChoose={(labelId) => onChange({ ...handOver, labelId })}
      />
      <Field
        label={t('Note to the team')}
        hint={t('It is never sent to the person.')}
        optional
        className="sm:col-span-2"
      >
        <Textarea
          rows={2}
          maxLength={HAND_OVER_NOTE_MAX_LENGTH}
          value={handOver.note}
          onChange={(event) => onChange({ ...handOver, note: event.target.value })}
        />
      </Field>
    </>
  )
}

interface ChoiceProps {
  label: string
  /** What it is called when nothing is chosen. */
  none: string
  chosen: string | null
  options: readonly SelectOption[]
  onChoose: (id: string | null) => void
}

function Choice({ label, none, chosen, options, onChoose }: ChoiceProps) {
  return (
    <Field label={label}>
      <Select
        value={chosen ?? NONE}
        options={[{ value: NONE, label: none }, ...options]}
        onValueChange={(id) => onChoose(id === NONE ? null : id)}
      />
    </Field>
  )
}
