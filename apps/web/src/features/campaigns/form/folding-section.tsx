import { Check, ChevronUp } from 'lucide-react'
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { get, useFormContext, useFormState } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import { cn } from '#shared/ui/cn.ts'
import type { CampaignValues } from '../values/campaign-values.ts'
import { UNFOLD } from '../values/form-places.ts'

interface FoldingSectionProps {
  title: string
  /** A problem in one of these opens the section. */
  fields: readonly (keyof CampaignValues)[]
  /** The answers in one line, shown while folded. */
  summary: ReactNode
  children: ReactNode
}

/** A group of fields that can be folded to a line with its answers, once they are valid. */
export function FoldingSection({ title, fields, summary, children }: FoldingSectionProps) {
  const { t } = useTranslation()
  const id = useId()
  const { trigger } = useFormContext<CampaignValues>()
  const [isFolded, setFolded] = useState(false)
  const section = useUnfold(() => setFolded(false))
  const toggle = async () => {
    if (isFolded) setFolded(false)
    else if (await trigger([...fields])) setFolded(true)
  }
  return (
    <section
      ref={section}
      aria-labelledby={id}
      className="relative grid grid-cols-1 border-t px-5 py-5 first:border-0 sm:px-6"
    >
      <div className="flex min-h-8 items-center gap-3.5 pr-24">
        {isFolded && (
          <span className="grid size-7 shrink-0 place-items-center rounded-full bg-success-soft text-success-ink">
            <Check aria-hidden="true" className="size-4" />
          </span>
        )}
        <div className="min-w-0 flex-1">
          <h2 id={id} className="text-title font-semibold">
            {title}
          </h2>
          {isFolded && (
            <p className="tnum mt-0.5 text-caption wrap-anywhere text-muted-foreground">
              {summary}
            </p>
          )}
        </div>
      </div>
      <div
        id={`${id}-fields`}
        hidden={isFolded}
        className={cn('mt-4 grid-cols-1 gap-4', !isFolded && 'grid')}
      >
        {children}
      </div>
      {/* After the fields in the tab order. */}
      <Button
        size="sm"
        variant={isFolded ? 'outline' : 'ghost'}
        aria-expanded={!isFolded}
        aria-controls={`${id}-fields`}
        aria-describedby={id}
        className={cn(
          'absolute top-5 right-5 sm:right-6',
          !isFolded && '-mr-2.5 text-muted-foreground',
        )}
        onClick={toggle}
      >
        {isFolded ? t('Change') : t('Collapse')}
        {!isFolded && <ChevronUp aria-hidden="true" />}
      </Button>
      {isFolded && <OpenOnProblem fields={fields} onProblem={() => setFolded(false)} />}
    </section>
  )
}

/** Opens the section before the first invalid field gets the focus. */
function OpenOnProblem({
  fields,
  onProblem,
}: Pick<FoldingSectionProps, 'fields'> & { onProblem: () => void }) {
  const { errors } = useFormState<CampaignValues>()
  const hasProblem = fields.some((field) => get(errors, field) !== undefined)
  useLayoutEffect(() => {
    if (hasProblem) onProblem()
  })
  return null
}

/** Opens the section at once when `goToPlace` leads to a part of it. */
function useUnfold(open: () => void) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    const { current } = section
    const unfold = () => flushSync(open)
    current?.addEventListener(UNFOLD, unfold)
    return () => current?.removeEventListener(UNFOLD, unfold)
  })
  return section
}
