import { PRESENCE_DELAY_MAX_SECONDS } from '@kirim/contract/limits'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormSection } from '#shared/forms/form-section.tsx'
import { useFieldProblem } from '#shared/forms/use-field-problem.ts'
import { Field } from '#shared/ui/field.tsx'
import { Input } from '#shared/ui/input.tsx'
import { ApiFailureLine } from '../api-rest/api-failure-line.tsx'
import { ConfigureApiButton } from '../api-rest/api-rest-button.tsx'
import { cappedDelay, type ItemFormValues } from '../item-form-values.ts'
import { SegmentedField, SelectField } from './form-fields.tsx'
import { HandOverFields } from './hand-over-fields.tsx'
import { useApiFailure } from './use-form-data.ts'

/** The presence before the reply, and whether responses are saved. */
export function BehaviourSection({ itemId }: { itemId: string | null }) {
  const { t } = useTranslation()
  return (
    <FormSection title={t('Behaviour')}>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <div className="grid grid-cols-[112px_minmax(0,1fr)] items-start gap-2">
          <DelayField />
          <SelectField
            name="presenceDelayStatus"
            label={t('Shown while waiting')}
            options={[
              { value: 'disable', label: t('Disable') },
              { value: 'enable_typing', label: t('Typing') },
              { value: 'enable_recording', label: t('Recording') },
            ]}
          />
        </div>
        <SegmentedField
          name="saveData"
          label={t('Save data')}
          hint={t("Saves the message this item answers and the contact's next message.")}
          options={[
            { value: 'no_save_response', label: t('No') },
            { value: 'response_is_saved', label: t('Save response') },
          ]}
        />
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-end gap-2 sm:col-span-2">
          <SegmentedField
            name="apiRestDataStatus"
            label={t('API Rest Data')}
            options={[
              { value: 'disabled', label: t('Disabled') },
              { value: 'enabled', label: t('Enabled') },
            ]}
          />
          <ConfigureApiButton />
          <ApiFailure itemId={itemId} />
        </div>
        <HandOverFields />
      </div>
    </FormSection>
  )
}

/** Shows whether the item's API calls fail, while they are enabled. */
function ApiFailure({ itemId }: { itemId: string | null }) {
  const [deviceId, status] = useWatch<ItemFormValues, ['deviceId', 'apiRestDataStatus']>({
    name: ['deviceId', 'apiRestDataStatus'],
  })
  const failure = useApiFailure(deviceId, itemId)
  if (!failure || status !== 'enabled') return null
  return (
    <div className="col-span-2">
      <ApiFailureLine failure={failure} />
    </div>
  )
}

function DelayField() {
  const { t } = useTranslation()
  const { trigger } = useFormContext<ItemFormValues>()
  const { field } = useController<ItemFormValues, 'presenceDelayTime'>({
    name: 'presenceDelayTime',
  })
  return (
    <Field
      label={t('Presence delay')}
      error={useFieldProblem<ItemFormValues>('presenceDelayTime')}
      hint={t('Up to {max} s.', { max: PRESENCE_DELAY_MAX_SECONDS })}
    >
      <Input
        inputMode="numeric"
        autoComplete="off"
        maxLength={8}
        trailing={<span className="text-caption">s</span>}
        value={field.value}
        onChange={(event) => field.onChange(cappedDelay(event.target.value))}
        onBlur={() => {
          if (field.value === '') field.onChange('0')
          field.onBlur()
          trigger('presenceDelayTime')
        }}
      />
    </Field>
  )
}
