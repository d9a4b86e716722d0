import { letterOf, variantOf } from '@kirim/contract/campaign-variants'
import { VARIANTS_MAX } from '@kirim/contract/limits'
import { VISIBLE } from '@kirim/contract/names'
import { Plus, Trash2 } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useEffect, useEffectEvent } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { fieldIssue, fieldProblem } from '#shared/forms/field-issue.ts'
import { useFieldProblem } from '#shared/forms/use-field-problem.ts'
import { MessageEditor } from '#shared/message-editor/message-editor.tsx'
import { Button } from '#shared/ui/button.tsx'
import { Field } from '#shared/ui/field.tsx'
import type { CampaignValues } from '../values/campaign-values.ts'

interface WordingsFieldProps {
  /** The index of the selected variation; 0 is the caption. */
  shown: number
  onShow: (shown: number) => void
}

/** The caption, with further variations in tabs. */
export function WordingsField({ shown, onShow }: WordingsFieldProps) {
  const { t } = useTranslation()
  const { field } = useController<CampaignValues, 'variants'>({ name: 'variants' })
  const variants = field.value
  useSelectBlankVariation(shown, onShow)
  const add = () => {
    field.onChange([...variants, { letter: undefined, caption: '' }])
    onShow(variants.length + 1)
  }
  const remove = (place: number) => {
    field.onChange(variants.filter((_, index) => index !== place - 1))
    onShow(place - 1)
  }
  const addButton = variants.length < VARIANTS_MAX && (
    <Button variant="outline" size="sm" className="justify-self-start" onClick={add}>
      <Plus aria-hidden="true" />
      {t('Add a variation')}
    </Button>
  )
  if (variants.length === 0) {
    return (
      <div className="grid grid-cols-1 gap-2.5">
        <CaptionField isOneOfSeveral={false} />
        {addButton}
      </div>
    )
  }
  return (
    <Tabs.Root
      value={String(shown)}
      onValueChange={(value) => onShow(Number(value))}
      className="grid grid-cols-1 gap-2.5"
    >
      <div className="flex flex-wrap items-center gap-2">
        <Tabs.List
          aria-label={t('Variations')}
          className="inline-flex rounded-md bg-muted p-[3px] ring-1 ring-border ring-inset"
        >
          {lettersOf(variants).map((letter, place) => (
            <Tabs.Trigger
              key={letter}
              value={String(place)}
              aria-label={t('Variation {letter}', { letter })}
              className="h-[30px] min-w-10 rounded-[6px] px-2.5 text-caption text-muted-foreground transition-colors duration-100 hover:text-foreground pointer-coarse:h-10 data-[state=active]:bg-card data-[state=active]:font-medium data-[state=active]:text-foreground data-[state=active]:shadow-control data-[state=active]:ring-1 data-[state=active]:ring-border dark:data-[state=active]:bg-accent dark:data-[state=active]:ring-input"
            >
              {letter}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {addButton}
      </div>
      <Tabs.Content key={shown} value={String(shown)} tabIndex={-1} className="outline-none">
        {shown === 0 ? (
          <CaptionField isOneOfSeveral />
        ) : (
          <VariantField
            place={shown}
            letter={lettersOf(variants)[shown] ?? ''}
            onRemove={() => remove(shown)}
          />
        )}
      </Tabs.Content>
      <p className="text-xs text-muted-foreground">
        {t('Recipients are split evenly between the variations.')}
      </p>
    </Tabs.Root>
  )
}

interface VariantFieldProps {
  place: number
  letter: string
  onRemove: () => void
}

function VariantField({ place, letter, onRemove }: VariantFieldProps) {
  const { t } = useTranslation()
  const { clearErrors } = useFormContext<CampaignValues>()
  const { field, fieldState } = useController<CampaignValues, 'variants'>({ name: 'variants' })
  const own = field.value[place - 1]
  const general = useFieldProblem<CampaignValues>('variants')
  if (!own) return null
  const isBlank = !VISIBLE.test(own.caption)
  const blank = fieldState.error && isBlank ? fieldProblem(fieldIssue('variant_empty')) : undefined
  return (
    <Field
      label={t('Variation {letter}', { letter })}
      error={blank ?? (isBlank ? undefined : general)}
      aside={
        <Button variant="ghost" size="sm" onClick={onRemove}>
          <Trash2 aria-hidden="true" />
          {t('Remove variation {letter}', { letter })}
        </Button>
      }
    >
      <MessageEditor
        value={own.caption}
        onChange={(caption) => {
          clearErrors('variants')
          field.onChange(
            field.value.map((one, index) => (index === place - 1 ? { ...one, caption } : one)),
          )
        }}
        onBlur={field.onBlur}
        isOneOfSeveral
      />
    </Field>
  )
}

/** After a failed submit, selects the variation that has no text. */
function useSelectBlankVariation(shown: number, onShow: (shown: number) => void): void {
  const { formState, getValues } = useFormContext<CampaignValues>()
  const submits = formState.submitCount
  const show = useEffectEvent(() => {
    const blank = getValues('variants').findIndex(({ caption }) => !VISIBLE.test(caption))
    if (blank >= 0 && shown !== blank + 1) onShow(blank + 1)
  })
  useEffect(() => {
    if (submits > 0) show()
  }, [submits])
}

/** A new variation shows the next letter until the server assigns one. */
function lettersOf(variants: CampaignValues['variants']): string[] {
  let last = 0
  return [
    'A',
    ...variants.map(({ letter }) => {
      last = letter ? variantOf(letter) : last + 1
      return letterOf(last)
    }),
  ]
}

export function CaptionField({ isOneOfSeveral }: { isOneOfSeveral: boolean }) {
  const { t } = useTranslation()
  const { field } = useController<CampaignValues, 'caption'>({ name: 'caption' })
  const { value, onChange, onBlur } = field
  return (
    <Field label={t('Caption')} error={useFieldProblem<CampaignValues>('caption')}>
      <MessageEditor {...{ value, onChange, onBlur, isOneOfSeveral }} />
    </Field>
  )
}
