import { ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { textKey } from '#shared/i18n/text-key.ts'
import { cn } from '#shared/ui/cn.ts'

type UploadStep = keyof typeof WORDS

const WORDS = {
  file: textKey('File'),
  columns: textKey('Columns'),
  result: textKey('Result'),
}

interface UploadStepsProps {
  current: UploadStep
  /** The columns are asked for. */
  asksColumns: boolean
}

/** How far an upload is, and what is to come. */
export function UploadSteps({ current, asksColumns }: UploadStepsProps) {
  const { t } = useTranslation()
  const steps: readonly UploadStep[] = asksColumns
    ? ['file', 'columns', 'result']
    : ['file', 'result']
  return (
    <ol
      aria-label={t('Steps')}
      className="mb-4 flex flex-wrap items-center gap-x-2 gap-y-1 text-caption text-muted-foreground"
    >
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={step === current ? 'step' : undefined}
          className="flex items-center gap-2"
        >
          {index > 0 && <ChevronRight className="size-3.5" aria-hidden="true" />}
          <span className={cn('tnum', step === current && 'font-medium text-foreground')}>
            {index + 1} {t(WORDS[step])}
          </span>
        </li>
      ))}
    </ol>
  )
}

interface StepTextProps {
  step: UploadStep
  file: string
  group: string
}

/** What is done in a step, and with which file. */
export function StepText({ step, file, group }: StepTextProps) {
  const { t } = useTranslation()
  if (step === 'columns') return t('{file}: say what each column becomes.', { file })
  return step === 'result'
    ? t('{file} into {group}.', { file, group })
    : t('A spreadsheet with a name and a phone number in each row.')
}
