import { X } from 'lucide-react'
import { type KeyboardEvent, useRef } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useFieldProblem } from '#shared/forms/use-field-problem.ts'
import { Field, useFieldControl } from '#shared/ui/field.tsx'
import type { ItemFormValues } from './form-values.ts'
import { finished, type Keywords, reopened, typed, without } from './keywords.ts'

/** Comma-separated words that trigger the item [2.ai-form.keywords]. */
export function KeywordsField() {
  const { t } = useTranslation()
  const { field } = useController<ItemFormValues, 'keywords'>({ name: 'keywords' })
  return (
    <Field
      label={t('Keywords')}
      error={useFieldProblem<ItemFormValues>('keywords')}
      hint={t('Bot will trigger if message contains any of these keywords.')}
    >
      <KeywordsBox value={field.value} onChange={field.onChange} onBlur={field.onBlur} />
    </Field>
  )
}

interface KeywordsBoxProps {
  value: Keywords
  onChange: (value: Keywords) => void
  onBlur: () => void
}

function KeywordsBox({ value, onChange, onBlur }: KeywordsBoxProps) {
  const { t } = useTranslation()
  const control = useFieldControl()
  const box = useRef<HTMLInputElement>(null)

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && value.typing !== '') {
      event.preventDefault()
      onChange(finished(value))
    } else if (event.key === 'Backspace' && value.typing === '' && value.words.length > 0) {
      event.preventDefault()
      onChange(reopened(value))
    }
  }

  return (
    <div className="flex min-h-9 flex-wrap items-center gap-1.5 rounded-md border border-input bg-card px-1.5 py-1 focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ring has-aria-invalid:border-destructive has-aria-invalid:ring-3 has-aria-invalid:ring-destructive/15 pointer-coarse:min-h-11">
      {value.words.map((word) => (
        <span
          key={word}
          className="inline-flex min-w-0 max-w-full items-center rounded-[6px] bg-neutral-soft pl-2 text-caption text-neutral-ink"
        >
          <span className="truncate" title={word}>
            {word}
          </span>
          <button
            type="button"
            aria-label={t('Remove {name}', { name: word })}
            onClick={() => {
              onChange(without(value, word))
              box.current?.focus()
            }}
            className="grid size-6 shrink-0 place-items-center rounded-[6px] hover:text-foreground pointer-coarse:size-8"
          >
            <X className="size-3.5" aria-hidden="true" />
          </button>
        </span>
      ))}
      <input
        {...control}
        ref={box}
        value={value.typing}
        autoComplete="off"
        placeholder={value.words.length === 0 ? t('buka, jam berapa') : t('Add, then comma')}
        onChange={(event) => onChange(typed(value, event.target.value))}
        onKeyDown={onKeyDown}
        onBlur={() => {
          onChange(finished(value))
          onBlur()
        }}
        className="h-6 min-w-32 flex-1 bg-transparent px-1.5 text-sm outline-none placeholder:text-muted-foreground pointer-coarse:h-8 pointer-coarse:text-base"
      />
    </div>
  )
}
